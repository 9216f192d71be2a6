// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/architecture/undocumented.h"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

namespace gs::architecture {
namespace {

// Kinds of brace pairs. Only declarations directly inside the first two are public.
enum class Scope { name_space, public_members, private_members, closed };

bool is_public(Scope scope) { return scope == Scope::name_space || scope == Scope::public_members; }

bool matches_start(const std::string& text, const std::regex& pattern) {
  return std::regex_search(text, pattern, std::regex_constants::match_continuous);
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// `text` with every run of white space replaced by one space, and none at the ends.
std::string on_one_line(const std::string& text) {
  static const std::regex white_space("\\s+");
  const std::string single = std::regex_replace(text, white_space, " ");
  return std::string(trimmed(single));
}

// The line with the contents of string and character literals removed, so that braces and slashes in them do not count.
std::string without_literals(const std::string& line) {
  static const std::regex text(R"re("(?:\\.|[^"\\])*")re");
  static const std::regex character(R"re('(?:\\.|[^'\\])')re");
  return std::regex_replace(std::regex_replace(line, text, "\"\""), character, "' '");
}

// Copyright and licence lines say nothing about the declarations below them.
bool is_licence(std::string_view line) {
  return trimmed(line.substr(2)).starts_with("SPDX") || line.starts_with("// Copyright");
}

bool opens_namespace(const std::string& head) {
  static const std::regex pattern(R"re((inline )?namespace\b|extern "")re");
  return matches_start(head, pattern);
}

bool opens_class(const std::string& head) {
  static const std::regex type(
      R"re(\b(class|struct|union)\s+(\[\[\w+\]\]\s*)?(alignas\([^)]*\)\s*)?[\w:<>, ]+(final)?\s*(:[^:].*)?$)re");
  static const std::regex function_end(R"re(\)\s*(const|noexcept)?\s*$)re");
  const bool is_variable = head.substr(0, head.find('(')).find('=') != std::string::npos;
  return !is_variable && std::regex_search(head, type) && !std::regex_search(head, function_end);
}

bool opens_enum(const std::string& head) {
  static const std::regex pattern(R"re(enum\b)re");
  return matches_start(head, pattern);
}

// True if the statement that ends with `;` declares a function (and not a variable, an alias or a friend).
bool declares_function(const std::string& head) {
  static const std::regex other(
      R"re(using|typedef|static_assert|friend|return|extern template|template\s*<>\s*struct)re");
  static const std::regex callback(R"re(>\s+\w+( = [^()]*)?$)re");  // std::function<void(int)> name
  const size_t bracket = head.find('(');
  if (bracket == std::string::npos || matches_start(head, other) || std::regex_search(head, callback)) return false;
  return head.substr(0, bracket).find('=') == std::string::npos;
}

// True for functions that need no comment of their own: see undocumented_declarations().
bool is_exempt_function(const std::string& head, Scope scope) {
  static const std::regex kinds(R"re(\boperator\b|= ?(default|delete)|\boverride\b|\bfriend\b|~)re");
  static const std::regex called(R"re((\w+)\s*\()re");
  static const std::regex specifiers("explicit|constexpr|GS_HD|inline");
  static constexpr std::array<std::string_view, 16> kNames = {
      "describe", "fields", "visit_fields", "size",  "empty",  "begin",    "end",      "data",
      "clear",    "if",     "for",          "while", "switch", "decltype", "requires", "GS_HD"};
  if (std::regex_search(head, kinds)) return true;
  std::smatch name;
  if (!std::regex_search(head, name, called)) return true;
  if (std::ranges::find(kNames, name.str(1)) != kNames.end()) return true;
  // A return type stands before the name, except before that of a constructor or of a macro call.
  std::string before = name.prefix();
  if (scope == Scope::public_members) before = std::regex_replace(before, specifiers, "");
  return trimmed(before).empty();
}

// Reads a header line by line, and keeps the brace pairs that are open and the statement that has begun.
class Scanner {
 public:
  void read_line(const std::string& line) {
    ++line_;
    if (statement_.empty() && !begins_statement(trimmed(line))) return;
    std::string code = without_literals(line);
    if (const size_t comment = code.find("//"); comment != std::string::npos) {
      comment_inside_ = true;
      code.resize(comment);
    }
    for (const char c : code) read(c);
    statement_ += ' ';
    if (trimmed(statement_).empty()) statement_.clear();
  }

  std::vector<Undocumented> found() && { return std::move(found_); }

 private:
  // Between two statements: false for an empty line, a comment or a directive.
  bool begins_statement(std::string_view line) {
    if (line.empty()) comment_above_ = false;
    if (line.starts_with("//") && !is_licence(line)) comment_above_ = true;
    if (line.empty() || line.starts_with("//") || line.starts_with('#')) return false;
    first_line_ = line_;
    comment_inside_ = false;
    return true;
  }

  void read(char c) {
    if (c == '{') {
      scopes_.push_back(opened_scope(on_one_line(statement_)));
    } else if (c == '}') {
      if (!scopes_.empty()) scopes_.pop_back();
    } else if (c == ';') {
      const std::string head = on_one_line(statement_);
      if (declares_function(head)) check_function(head);
    } else {
      statement_ += c;
      if (c == ':') read_access();
      return;
    }
    statement_.clear();
  }

  // The scope behind `head` and `{`; checks the type or function that it defines.
  Scope opened_scope(const std::string& head) {
    if (opens_namespace(head)) return Scope::name_space;
    if (opens_class(head)) {
      check(head);
      static const std::regex class_word("\\bclass\\b");
      if (!is_public(scope())) return Scope::closed;
      return std::regex_search(head, class_word) ? Scope::private_members : Scope::public_members;
    }
    if (opens_enum(head)) {
      check(head);
    } else if (head.find('(') != std::string::npos) {
      check_function(head);
    }
    return Scope::closed;
  }

  // `public:` and its like change the kind of the class that is open.
  void read_access() {
    static const std::regex pattern("\\s*(public|private|protected)\\s*:");
    std::smatch access;
    if (!std::regex_match(statement_, access, pattern)) return;
    if (scope() == Scope::public_members || scope() == Scope::private_members) {
      scopes_.back() = access.str(1) == "public" ? Scope::public_members : Scope::private_members;
    }
    statement_.clear();
  }

  void check_function(const std::string& head) {
    if (!is_exempt_function(head, scope())) check(head);
  }

  void check(const std::string& head) {
    if (is_public(scope()) && !comment_above_ && !comment_inside_) found_.push_back({first_line_, head.substr(0, 110)});
  }

  // The innermost open scope; the file itself counts as a namespace.
  Scope scope() const { return scopes_.empty() ? Scope::name_space : scopes_.back(); }

  std::vector<Undocumented> found_;
  std::vector<Scope> scopes_;    // of the open braces, outermost first
  std::string statement_;        // read so far, without comments and literals
  bool comment_above_ = false;   // a comment stands in this block of lines
  bool comment_inside_ = false;  // a comment stands on a line of the statement
  int line_ = 0;                 // of the last line read
  int first_line_ = 0;           // of the statement
};

}  // namespace

std::vector<Undocumented> undocumented_declarations(std::string_view header) {
  Scanner scanner;
  while (!header.empty()) {
    const size_t end = std::min(header.find('\n'), header.size());
    scanner.read_line(std::string(header.substr(0, end)));
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return std::move(scanner).found();
}

}  // namespace gs::architecture
