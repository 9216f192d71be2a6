// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packs the words between --ros-args and -- into the value of one option, because they follow the syntax of ROS.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gs {

// ASCII unit separator, which no argument contains.
inline constexpr char kWordSeparator = '\x1f';

// {"run", "W", "--ros-args", "-p", "a:=1", "--", "--quiet"} -> {"run", "W", "--quiet", "--ros-args=-p<sep>a:=1"}
inline std::vector<std::string> pack_ros_arguments(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  std::string packed;
  bool ros = false, any = false;
  for (const std::string& word : words) {
    if (word == "--ros-args") {
      ros = any = true;
    } else if (ros && word == "--") {
      ros = false;
    } else if (ros) {
      if (!packed.empty()) packed += kWordSeparator;
      packed += word;
    } else {
      out.push_back(word);
    }
  }
  if (any && !packed.empty()) out.push_back("--ros-args=" + packed);
  return out;
}

// Inverse for the option's value: {"--ros-args", "-p", "a:=1"}.
inline std::vector<std::string> unpack_ros_arguments(std::string_view packed) {
  std::vector<std::string> out{"--ros-args"};
  while (!packed.empty()) {
    const std::size_t end = packed.find(kWordSeparator);
    out.emplace_back(packed.substr(0, end));
    if (end == std::string_view::npos) break;
    packed.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace gs
