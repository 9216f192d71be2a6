// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/training/drivestudio/command_template.h"

namespace gs::builder {
namespace {

using NamedValues = std::map<std::string, std::string, std::less<>>;

// The hint lists all known placeholders.
Error unknown(std::string_view name, const NamedValues& values) {
  std::string known;
  for (const auto& [key, value] : values) known += (known.empty() ? "{" : ", {") + key + "}";
  return fail(ErrorCode::invalid_option, "the command contains the unknown placeholder '{}'", name)
      .with_hint("known placeholders: " + known + "; write {{ for a brace");
}

// Replaces the placeholders in one argument.
Result<std::string> filled(std::string_view text, const NamedValues& values) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      out += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      out += c, ++i;
      continue;
    }
    const std::size_t end = c == '{' ? text.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) return unknown(text.substr(i, 1), values);
    const auto found = values.find(text.substr(i + 1, end - i - 1));
    if (found == values.end()) return unknown(text.substr(i, end - i + 1), values);
    out += found->second;
    i = end;
  }
  return out;
}

}  // namespace

Result<std::vector<std::string>> fill_command(const std::vector<std::string>& command, const NamedValues& values) {
  if (command.empty() || command[0].empty()) return fail(ErrorCode::invalid_option, "the command is empty");
  std::vector<std::string> out;
  for (const std::string& word : command) {
    GS_TRY(out.emplace_back(), filled(word, values));
    if (out.back().find('\0') != std::string::npos)
      return fail(ErrorCode::invalid_option, "the command contains a NUL character");
  }
  return out;
}

std::string quoted_command(const std::vector<std::string>& command) {
  // Words of these characters need no quotes; in others ' is written as '\''.
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  std::string out;
  for (const std::string& word : command) {
    if (!out.empty()) out += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

}  // namespace gs::builder
