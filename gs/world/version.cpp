// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/version.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "gs/core/format.h"

namespace gs::world {
namespace {

// What came with 1.2: folders, which end in '/', and files.
constexpr std::array<std::string_view, 6> kLayers{"actors/",    "hdmap/", "traffic/",
                                                  "scenarios/", "trust/", "gaussians/lod.rad"};

bool is_in_layer(const std::string& file) {
  const std::string path = std::filesystem::path(file).lexically_normal().generic_string();
  return std::any_of(kLayers.begin(), kLayers.end(), [&](std::string_view layer) {
    return layer.ends_with('/') ? path.starts_with(layer) : path == layer;
  });
}

// Removes and returns a number at the start of the text.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || text.front() == '-' || (text.front() == '0' && length > 1)) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take_dot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::string_view bundle_version(std::span<const std::string> files) {
  return std::any_of(files.begin(), files.end(), is_in_layer) ? kLayerVersion : kBundleVersion;
}

std::optional<FormatVersion> parse_format_version(std::string_view text) {
  const auto major = take_number(text);
  if (!major || !take_dot(text)) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor || !take_dot(text)) return std::nullopt;
  const auto patch = take_number(text);
  if (!patch || !text.empty()) return std::nullopt;
  return FormatVersion{*major, *minor, *patch};
}

std::optional<Problem> check_format_version(std::string_view found, std::string_view file) {
  Problem problem{.code = ErrorCode::version_mismatch, .file = std::string(file), .place = "version"};
  // Severity is error unless a newer minor version is found.
  problem.allowed = format("{}.x.y, known up to {}", kBundleFormat.major, kLayerVersion);
  const auto version = parse_format_version(found);
  if (!version) {
    problem.code = ErrorCode::invalid_data;
    problem.message = format("'{}' is not a valid version", found);
    problem.hint = "write MAJOR.MINOR.PATCH in quotes, as in \"1.0.0\"";
  } else if (version->major != kBundleFormat.major) {
    problem.message = format("version {} is not supported", found);
    problem.hint = version->major > kBundleFormat.major ? "use a newer release of the programs"
                                                        : "build the bundle again with this release";
  } else if (version->minor > kBundleFormat.minor) {
    problem.severity = Severity::warning;
    problem.message = format("version {} is newer than this program", found);
    problem.hint = "additions of the newer version are ignored";
  } else {
    return std::nullopt;
  }
  return problem;
}

}  // namespace gs::world
