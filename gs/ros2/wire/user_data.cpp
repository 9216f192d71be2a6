// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/user_data.h"

#include <algorithm>
#include <cctype>

namespace gs::ros2 {

std::map<std::string, std::string> parse_user_data(std::string_view text) {
  std::map<std::string, std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find(';');
    // A part without a semicolon is incomplete.
    if (end == std::string_view::npos) break;
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end + 1);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    const std::string_view key = part.substr(0, equals);
    if (!std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isalnum(c); })) continue;
    out.emplace(key, part.substr(equals + 1));
  }
  return out;
}

std::string enclave_user_data(std::string_view enclave) { return "enclave=" + std::string(enclave) + ";"; }
std::string type_hash_user_data(std::string_view hash) { return "typehash=" + std::string(hash) + ";"; }
std::string service_user_data(std::string_view key, std::string_view id, std::string_view hash) {
  return std::string(key) + "=" + std::string(id) + ";" + type_hash_user_data(hash);
}

}  // namespace gs::ros2
