// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/names.h"

#include <algorithm>
#include <cctype>

namespace gs::ros2 {
namespace {

constexpr std::size_t kMaxDdsName = 255;

// Letters, digits and _, not starting with a digit.
bool is_word(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// Checks an absolute name: every part between slashes must be a word, and the DDS name must not be too long.
Result<void> check_absolute(std::string_view name) {
  std::string_view rest = name;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('/'));
    if (!is_word(part))
      return fail(ErrorCode::invalid_argument, "'{}' is not a valid ROS name", name)
          .with_hint("use letters, digits and _ between slashes; no part may start with a digit");
    rest.remove_prefix(part.size());
  }
  // Room for the prefix "rq" and the suffix "Request".
  if (name.size() + 12 > kMaxDdsName)
    return fail(ErrorCode::invalid_argument, "the name {} is too long: DDS names have at most 255 characters", name);
  return {};
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  while (true) {
    const std::size_t at = text.find(from);
    out.append(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    out.append(to);
    text.remove_prefix(at + from.size());
  }
}

}  // namespace

std::string join_name(std::string_view node_namespace, std::string_view node_name) {
  std::string out(node_namespace);
  if (out.empty() || out.back() != '/') out += '/';
  return out.append(node_name);
}

Result<void> check_node_name(std::string_view name) {
  if (!is_word(name))
    return fail(ErrorCode::invalid_argument,
                "'{}' is not a valid node name: use letters, digits and _, not starting with a digit", name);
  return {};
}

Result<std::string> normal_namespace(std::string_view text) {
  while (text.ends_with('/')) text.remove_suffix(1);
  std::string out(text);
  if (out.empty()) return std::string("/");
  if (out[0] != '/') out.insert(0, "/");
  GS_CHECK(check_absolute(out));
  return out;
}

Result<std::string> expand_name(std::string_view name, std::string_view node_namespace, std::string_view node_name) {
  std::string out;
  if (name.starts_with('/')) {
    out = name;
  } else if (name.starts_with("~/")) {
    out = join_name(join_name(node_namespace, node_name), name.substr(2));
  } else {
    out = join_name(node_namespace, name);
  }
  if (out == "/") return fail(ErrorCode::invalid_argument, "the ROS name is empty");
  GS_CHECK(check_absolute(out));
  return out;
}

std::string dds_topic(std::string_view topic) { return "rt" + std::string(topic); }
std::string dds_request_topic(std::string_view service) { return "rq" + std::string(service) + "Request"; }
std::string dds_reply_topic(std::string_view service) { return "rr" + std::string(service) + "Reply"; }

std::string dds_type(std::string_view type) {
  const std::size_t slash = type.rfind('/');
  if (slash == std::string_view::npos) return std::string(type);
  return replace_all(type.substr(0, slash), "/", "::") + "::dds_::" + std::string(type.substr(slash + 1)) + "_";
}

// Prefixes and suffixes of rmw: rt/ topics, rq/...Request, rr/...Reply.
std::optional<RosName> ros_name(std::string_view topic) {
  const auto between = [&](std::string_view prefix, std::string_view suffix) -> std::optional<std::string> {
    if (!topic.starts_with(prefix) || !topic.ends_with(suffix)) return std::nullopt;
    if (topic.size() <= prefix.size() - 1 + suffix.size()) return std::nullopt;
    return std::string(topic.substr(prefix.size() - 1, topic.size() - suffix.size() - prefix.size() + 1));
  };
  if (auto name = between("rt/", "")) return RosName{RosNameKind::topic, *name};
  if (auto name = between("rq/", "Request")) return RosName{RosNameKind::service_request, *name};
  if (auto name = between("rr/", "Reply")) return RosName{RosNameKind::service_reply, *name};
  return std::nullopt;
}

std::optional<std::string> ros_type(std::string_view type) {
  const std::size_t marker = type.find("dds_::");
  if (marker == std::string_view::npos || marker < 2 || !type.ends_with('_')) return std::nullopt;
  const std::string_view name = type.substr(marker + 6, type.size() - marker - 7);
  return replace_all(type.substr(0, marker), "::", "/") + std::string(name);
}

std::string service_type(std::string_view type) {
  for (const std::string_view suffix : {"_Request", "_Response"}) {
    if (type.ends_with(suffix)) return std::string(type.substr(0, type.size() - suffix.size()));
  }
  return std::string(type);
}

}  // namespace gs::ros2
