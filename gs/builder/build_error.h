// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What can go wrong in a build: the error codes of the interface specification, who reports them, and what to do next.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "gs/config/node.h"
#include "gs/core/result.h"

namespace gs {

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
  // Not in the specification's table: a bad configuration, and everything that is none of the above.
  configuration,
  other,
};
std::string_view to_string(BuildCode code);
// 0 to 6, the table of the builder's exit codes.
int exit_code(BuildCode code);

struct [[nodiscard]] BuildError {
  BuildCode code = BuildCode::other;
  std::string component{};  // "mcap_ingest"; the pipeline fills it in when a step leaves it empty
  std::string message{};
  std::string suggestion{};
  Node details = Node::map();
  ErrorCode cause = ErrorCode::internal;  // what a lower library said

  BuildError() = default;
  // Errors of the libraries below: code "other".
  BuildError(Error error);  // NOLINT: implicit, so that GS_TRY passes them up
  BuildError(BuildCode code, std::string component, std::string message, std::string suggestion);
  // The library's message under a code of ours.
  BuildError(BuildCode code, std::string component, Error error);

  BuildError with_detail(std::string key, Node value) &&;
  bool interrupted() const { return cause == ErrorCode::interrupted; }
};

int exit_code(const BuildError& error);
// {"error": {"code", "component", "message", "details", "suggestion"}}
std::string to_json(const BuildError& error);
// "TOPIC_NOT_FOUND (mcap_ingest): message", details and the suggestion on lines of their own.
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
  const BuildError& error() const& { return GS_EXPECT(!*this), std::get<1>(state_); }
  BuildError&& error() && { return GS_EXPECT(!*this), std::move(std::get<1>(state_)); }

 private:
  std::variant<T, BuildError> state_;
};

}  // namespace gs
