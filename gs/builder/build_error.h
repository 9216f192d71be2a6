// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of a build: the error codes of the interface specification, the component that reports them, and a suggestion.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "gs/core/json/node.h"
#include "gs/core/result.h"

namespace gs::builder {

// Names and exit codes are in build_error.cpp.
enum class BuildCode {
  mcap_read_error,
  topic_not_found,
  insufficient_data,
  tf_missing,
  camera_info_missing,
  invalid_calibration,
  training_failed,
  gpu_out_of_memory,
  checkpoint_not_found,
  pointcloud_empty,
  heightmap_invalid,
  validation_failed,
  file_missing,
  // Not in the specification's table: an invalid configuration, and all other errors.
  configuration,
  other,
};
std::string_view to_string(BuildCode code);
// Name of a code ("TOPIC_NOT_FOUND") and the builder's exit code for it, 1 to 6 (docs/gs-world-builder.md).
int exit_code(BuildCode code);

// The same error with `hint`, unless it has a hint of its own.
Error with_default_hint(Error error, std::string hint);

// Everything a user needs to know about a failed build.
struct [[nodiscard]] BuildError {
  BuildCode code = BuildCode::other;
  std::string component{};  // "mcap_ingest"; the pipeline fills it in when a step leaves it empty
  std::string message{};
  std::string suggestion{};  // next step for the user
  Node details = Node::map();
  ErrorCode cause = ErrorCode::internal;  // code of the library error behind it

  BuildError() = default;
  // Converts an error of a lower library; the code becomes "other".
  BuildError(Error error);  // NOLINT: implicit, so that GS_TRY passes them up
  BuildError(BuildCode code, std::string component, std::string message, std::string suggestion);
  // The same with a build code and a component.
  BuildError(BuildCode code, std::string component, Error error);

  // Adds one entry to `details`, for example the topics of the log.
  BuildError with_detail(std::string key, Node value) &&;
  bool interrupted() const { return cause == ErrorCode::interrupted; }  // the user stopped the build
};

// Exit code of the program for this error.
int exit_code(const BuildError& error);
// {"error": {"code", "component", "message", "details", "suggestion"}}
std::string to_json(const BuildError& error);
// Text for the terminal: "error: TOPIC_NOT_FOUND (mcap_ingest): message", then details and "hint: suggestion" on their
// own lines.
std::string to_text(const BuildError& error);

// A value or a BuildError; works with GS_TRY and GS_CHECK.
template <class T>
class [[nodiscard]] BuildResult {
 public:
  BuildResult(T value) : state_(std::in_place_index<0>, std::move(value)) {}           // NOLINT: as Result
  BuildResult(BuildError error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  BuildResult(Error error) : BuildResult(BuildError(std::move(error))) {}              // NOLINT

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return GS_EXPECT(*this), std::get<0>(state_); }
  const T& operator*() const& { return GS_EXPECT(*this), std::get<0>(state_); }
  T&& operator*() && { return GS_EXPECT(*this), std::move(std::get<0>(state_)); }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  // The error; requires that there is one.
  const BuildError& error() const& { return GS_EXPECT(!*this), std::get<1>(state_); }
  BuildError&& error() && { return GS_EXPECT(!*this), std::move(std::get<1>(state_)); }

 private:
  std::variant<T, BuildError> state_;
};

}  // namespace gs::builder
