// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/build_error.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "gs/core/json/json.h"

namespace gs::builder {
namespace {

// Codes of the interface specification with their names and exit codes, by value of BuildCode.
struct CodeRow {
  BuildCode code;
  std::string_view name;
  int exit;
};
constexpr std::array<CodeRow, 15> kCodes{{
    {BuildCode::mcap_read_error, "MCAP_READ_ERROR", 3},
    {BuildCode::topic_not_found, "TOPIC_NOT_FOUND", 4},
    {BuildCode::insufficient_data, "INSUFFICIENT_DATA", 3},
    {BuildCode::tf_missing, "TF_MISSING", 4},
    {BuildCode::camera_info_missing, "CAMERA_INFO_MISSING", 4},
    {BuildCode::invalid_calibration, "INVALID_CALIBRATION", 5},
    {BuildCode::training_failed, "TRAINING_FAILED", 5},
    {BuildCode::gpu_out_of_memory, "GPU_OUT_OF_MEMORY", 5},
    {BuildCode::checkpoint_not_found, "CHECKPOINT_NOT_FOUND", 5},
    {BuildCode::pointcloud_empty, "POINTCLOUD_EMPTY", 5},
    {BuildCode::heightmap_invalid, "HEIGHTMAP_INVALID", 5},
    {BuildCode::validation_failed, "VALIDATION_FAILED", 6},
    {BuildCode::file_missing, "FILE_MISSING", 6},
    {BuildCode::configuration, "CONFIGURATION_ERROR", 2},
    {BuildCode::other, "ERROR", 1},
}};

const CodeRow& row_of(BuildCode code) { return kCodes[static_cast<std::size_t>(code)]; }

// Name in reports. Code "other" uses the name of the library's error: "disk full" -> "DISK_FULL".
std::string name_of_error(const BuildError& error) {
  if (error.code != BuildCode::other) return std::string(to_string(error.code));
  std::string name(to_string(error.cause));
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

std::string_view to_string(BuildCode code) { return row_of(code).name; }
int exit_code(BuildCode code) { return row_of(code).exit; }
int exit_code(const BuildError& error) { return exit_code(error.code); }

Error with_default_hint(Error error, std::string hint) {
  if (error.hint.empty()) error.hint = std::move(hint);
  return error;
}

BuildError::BuildError(Error error)
    : message(std::move(error.message)), suggestion(std::move(error.hint)), cause(error.code) {}

BuildError::BuildError(BuildCode c, std::string who, std::string what, std::string next)
    : code(c), component(std::move(who)), message(std::move(what)), suggestion(std::move(next)) {}

BuildError::BuildError(BuildCode c, std::string who, Error error) : BuildError(std::move(error)) {
  code = c;
  component = std::move(who);
}

BuildError BuildError::with_detail(std::string key, Node value) && {
  details.add(std::move(key), std::move(value));
  return std::move(*this);
}

// The JSON form is part of the interface specification.
std::string to_json(const BuildError& error) {
  Node inner = Node::map();
  inner.add("code", Node::of(name_of_error(error)));
  inner.add("component", Node::of(error.component));
  inner.add("message", Node::of(error.message));
  inner.add("details", error.details);
  inner.add("suggestion", Node::of(error.suggestion));
  Node root = Node::map();
  root.add("error", std::move(inner));
  return write_json(root);
}

std::string to_text(const BuildError& error) {
  std::string text = "error: " + name_of_error(error);
  if (!error.component.empty()) text += " (" + error.component + ")";
  text += ": " + error.message + "\n";
  for (const auto& [key, value] : error.details.members) {
    text += "  " + key + ":";
    // Lists, such as the available topics, are printed one item per line.
    if (!value.is_list()) {
      text += " " + value.text + "\n";
      continue;
    }
    text += "\n";
    for (const Node& item : value.items) text += "    " + item.text + "\n";
  }
  if (!error.suggestion.empty()) text += "hint: " + error.suggestion + "\n";
  return text;
}

}  // namespace gs::builder
