// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/idl_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace gs::rosmsg {
namespace {

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Splits the text into tokens: words, numbers, quoted texts, "::" and single characters. Skips comments and # lines.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : rest_(text) { advance(); }

  std::string_view token() const { return token_; }  // empty at the end
  bool is_word() const { return !token_.empty() && is_word_character(token_.front()); }
  std::string_view take() {
    const std::string_view taken = token_;
    advance();
    return taken;
  }
  bool accept(std::string_view wanted) {
    if (token_ != wanted) return false;
    advance();
    return true;
  }
  Result<void> expect(std::string_view wanted) {
    if (accept(wanted)) return {};
    return unexpected(wanted);
  }
  Result<std::string> word(std::string_view what) {
    if (!is_word() || token_.size() > 255) return unexpected(what);
    return std::string(take());
  }
  Error unexpected(std::string_view wanted) const {
    return fail(ErrorCode::corrupt, "{} expected, found \"{}\"", wanted, token_.substr(0, 40));
  }

 private:
  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }
  void skip_past(std::string_view end) {
    const std::size_t at = rest_.find(end);
    skip(at == std::string_view::npos ? rest_.size() : at + end.size());
  }
  // Skips white space, comments and preprocessor lines, and takes the next token.
  void advance() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//") || rest_.front() == '#')
        skip_past("\n");
      else if (rest_.starts_with("/*"))
        skip_past("*/");
      else if (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r' || rest_.front() == '\n')
        skip(1);
      else
        break;
    }
    token_ = rest_.substr(0, token_length());
    skip(token_.size());
  }
  // Length of the token at the start of rest_. A quoted text without end extends to the end.
  std::size_t token_length() const {
    if (rest_.empty()) return 0;
    if (is_word_character(rest_.front())) {
      return static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), is_word_character) - rest_.begin());
    }
    if (rest_.starts_with("::")) return 2;
    if (rest_.front() != '"' && rest_.front() != '\'') return 1;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '\\')
        ++i;
      else if (rest_[i] == rest_.front())
        return i + 1;
    }
    return rest_.size();
  }
  std::string_view rest_;
  std::string_view token_;
};

// The basic types of IDL, with their names of one to three words.
struct NamedKind {
  std::string_view name;
  Kind kind;
};
constexpr std::array<NamedKind, 20> kKinds = {{{"boolean", Kind::boolean},
                                               {"octet", Kind::byte},
                                               {"char", Kind::character},
                                               {"float", Kind::float32},
                                               {"double", Kind::float64},
                                               {"short", Kind::int16},
                                               {"long", Kind::int32},
                                               {"long long", Kind::int64},
                                               {"unsigned short", Kind::uint16},
                                               {"unsigned long", Kind::uint32},
                                               {"unsigned long long", Kind::uint64},
                                               {"int8", Kind::int8},
                                               {"uint8", Kind::uint8},
                                               {"int16", Kind::int16},
                                               {"uint16", Kind::uint16},
                                               {"int32", Kind::int32},
                                               {"uint32", Kind::uint32},
                                               {"int64", Kind::int64},
                                               {"uint64", Kind::uint64},
                                               {"wstring", Kind::wstring}}};

// Recursive descent; each function is called behind the keyword of its rule. Names are stored with their modules,
// "sensor_msgs/msg/Image".
class IdlParser {
 public:
  IdlParser(std::string_view text, std::map<std::string, ParsedDefinition>& to) : in_(text), definitions_(to) {}

  Result<void> parse() {
    while (!in_.token().empty()) GS_CHECK(definition(""));
    return {};
  }

 private:
  // scope: the enclosing modules, "sensor_msgs/msg/" or empty.
  Result<void> definition(const std::string& scope) {
    GS_CHECK(skip_annotations());
    if (in_.accept("module")) return module(scope);
    if (in_.accept("struct")) return structure(scope);
    if (in_.accept("typedef")) return type_definition(scope);
    if (in_.accept("enum")) return enumeration(scope);
    if (in_.accept("const")) return constant(scope);
    if (in_.accept(";")) return {};
    return fail(ErrorCode::unsupported, "IDL \"{}\" is not supported", in_.token().substr(0, 40));
  }

  // module NAME { definitions }
  Result<void> module(const std::string& scope) {
    GS_TRY(const std::string name, in_.word("the name of a module"));
    GS_CHECK(in_.expect("{"));
    if (scope.size() > 255) return fail(ErrorCode::limit_exceeded, "modules are nested too deeply at {}", name);
    while (!in_.accept("}")) {
      if (in_.token().empty()) return in_.unexpected("}");
      GS_CHECK(definition(scope + name + "/"));
    }
    in_.accept(";");
    return {};
  }

  // struct NAME { TYPE name, other[3]; ... }
  Result<void> structure(const std::string& scope) {
    GS_TRY(const std::string name, in_.word("the name of a struct"));
    if (in_.token() == ":") return fail(ErrorCode::unsupported, "inheritance of the struct {} is not supported", name);
    ParsedDefinition made;
    if (in_.accept(";")) return {};  // forward declaration
    GS_CHECK(in_.expect("{"));
    while (!in_.accept("}")) {
      GS_CHECK(skip_annotations());
      GS_TRY(const ParsedField type, field_type(scope));
      do {
        ParsedField member = type;
        GS_TRY(member.field.name, in_.word("the name of a member"));
        GS_CHECK(array_sizes(scope, member.field.type));
        made.fields.push_back(std::move(member));
      } while (in_.accept(","));
      GS_CHECK(in_.expect(";"));
    }
    in_.accept(";");
    // The placeholder that rosidl adds to an empty message.
    if (made.fields.size() == 1 && made.fields[0].field.name == "structure_needs_at_least_one_member")
      made.fields.clear();
    if (const auto found = constants_.find(scope + name); found != constants_.end()) made.constants = found->second;
    definitions_.insert_or_assign(scope + name, std::move(made));
    return {};
  }

  // typedef TYPE NAME[3]; the type is copied into every field that uses the name.
  Result<void> type_definition(const std::string& scope) {
    GS_TRY(ParsedField type, field_type(scope));
    GS_TRY(const std::string name, in_.word("the name of a type"));
    GS_CHECK(array_sizes(scope, type.field.type));
    typedefs_[scope + name] = std::move(type);
    return in_.expect(";");
  }

  // enum NAME { ... }: a 32-bit integer on the wire; its enumerators are not kept.
  Result<void> enumeration(const std::string& scope) {
    GS_TRY(const std::string name, in_.word("the name of an enum"));
    GS_CHECK(in_.expect("{"));
    while (!in_.accept("}")) {
      if (in_.token().empty()) return in_.unexpected("}");
      in_.take();
    }
    typedefs_[scope + name] = {.field = {.name = "", .type = {.kind = Kind::uint32}, .ros1_name = ""}, .type_name = ""};
    in_.accept(";");
    return {};
  }

  // const TYPE NAME = VALUE; rosidl stores the constants of a message in a module of their own:
  // pkg/msg/Image_Constants/NAME.
  Result<void> constant(const std::string& scope) {
    GS_TRY(const ParsedField type, field_type(scope));
    GS_TRY(const std::string name, in_.word("the name of a constant"));
    GS_CHECK(in_.expect("="));
    std::string text;
    while (in_.token() != ";") {
      if (in_.token().empty()) return in_.unexpected(";");
      text += in_.take();
    }
    values_[scope + name] = text;
    constexpr std::string_view kSuffix = "_Constants/";
    if (scope.ends_with(kSuffix) && type.field.type.kind != Kind::message) {
      constants_[scope.substr(0, scope.size() - kSuffix.size())].push_back(
          {.name = name, .kind = type.field.type.kind, .text = text});
    }
    return in_.expect(";");
  }

  // A basic type, string<N>, sequence<...>, or the name of a typedef or struct.
  Result<ParsedField> field_type(const std::string& scope) {
    if (in_.accept("sequence")) return sequence(scope);
    ParsedField parsed;
    FieldType& type = parsed.field.type;
    if (in_.token() == "string" || in_.token() == "wstring") {
      type.kind = in_.take() == "string" ? Kind::string : Kind::wstring;
      if (in_.accept("<")) {
        GS_TRY(type.string_capacity, size(scope));
        GS_CHECK(in_.expect(">"));
      }
      return parsed;
    }
    GS_TRY(std::string name, type_name());
    const auto known = std::find_if(kKinds.begin(), kKinds.end(), [&](const NamedKind& k) { return k.name == name; });
    if (known != kKinds.end()) {
      type.kind = known->kind;
      return parsed;
    }
    if (name == "wchar" || name == "long double")
      return fail(ErrorCode::unsupported, "IDL type {} is not supported", name);
    // Look the name up in this module, then in the modules around it.
    for (std::string_view outer = scope;; outer = outer_scope(outer)) {
      const std::string full = std::string(outer) + name;
      if (const auto found = typedefs_.find(full); found != typedefs_.end()) return found->second;
      if (definitions_.contains(full)) name = full;
      if (definitions_.contains(full) || outer.empty()) break;
    }
    type.kind = Kind::message;
    parsed.type_name = name;
    return parsed;
  }

  // "a/b/c/" -> "a/b/".
  static std::string_view outer_scope(std::string_view scope) {
    if (scope.size() < 2) return {};
    const std::size_t slash = scope.rfind('/', scope.size() - 2);
    return slash == std::string_view::npos ? std::string_view{} : scope.substr(0, slash + 1);
  }

  // A basic type of several words ("unsigned long long"), or a scoped name, with '/' for "::".
  Result<std::string> type_name() {
    in_.accept("::");
    GS_TRY(std::string name, in_.word("a type"));
    while (name == "unsigned" || name == "long" || name == "unsigned long") {
      if (in_.token() != "long" && in_.token() != "short" && in_.token() != "double") break;
      name += " " + std::string(in_.take());
    }
    while (in_.accept("::")) {
      GS_TRY(const std::string part, in_.word("the rest of a name"));
      name += "/" + part;
      if (name.size() > 1024) return fail(ErrorCode::limit_exceeded, "type name is longer than 1024 bytes");
    }
    return name;
  }

  // sequence<TYPE> or sequence<TYPE, N>.
  Result<ParsedField> sequence(const std::string& scope) {
    GS_CHECK(in_.expect("<"));
    if (++depth_ > 8) return fail(ErrorCode::limit_exceeded, "sequences are nested more than 8 deep");
    GS_TRY(ParsedField parsed, field_type(scope));
    --depth_;
    FieldType& type = parsed.field.type;
    if (type.array != ArrayKind::none) return fail(ErrorCode::unsupported, "sequences of arrays are not supported");
    type.array = ArrayKind::unbounded;
    if (in_.accept(",")) {
      GS_TRY(type.capacity, size(scope));
      type.array = ArrayKind::bounded;
    }
    GS_CHECK(in_.expect(">"));
    return parsed;
  }

  // Reads "[3][4]", which is an array of 12 elements on the wire.
  Result<void> array_sizes(const std::string& scope, FieldType& type) {
    while (in_.accept("[")) {
      if (type.is_sequence()) return fail(ErrorCode::unsupported, "arrays of sequences are not supported");
      GS_TRY(const uint32_t count, size(scope));
      GS_CHECK(in_.expect("]"));
      const uint64_t total = uint64_t{count} * (type.array == ArrayKind::fixed ? type.capacity : 1);
      if (total > kMaxCapacity)
        return fail(ErrorCode::limit_exceeded, "array has {} elements, the limit is {}", total, kMaxCapacity);
      type.array = ArrayKind::fixed;
      type.capacity = static_cast<uint32_t>(total);
    }
    return {};
  }

  // Reads a size: a number, or the name of a constant. The name may contain modules ("a::N"); it is looked up in this
  // module, then in the modules around it. "::a::N" begins at the outermost level.
  Result<uint32_t> size(std::string_view scope) {
    if (in_.accept("::")) scope = {};
    std::string text(in_.take());
    while (in_.accept("::")) {
      text += "/" + std::string(in_.take());
      if (text.size() > 1024) return fail(ErrorCode::limit_exceeded, "name of a size is longer than 1024 bytes");
    }
    for (std::string_view outer = scope; is_word_character(text.empty() ? ' ' : text.front());
         outer = outer_scope(outer)) {
      if (const auto found = values_.find(std::string(outer) + text); found != values_.end()) {
        text = found->second;
        break;
      }
      if (outer.empty()) break;
    }
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value == 0 || value > kMaxCapacity) {
      return fail(ErrorCode::corrupt, "\"{}\" is not a size between 1 and {}", text.substr(0, 40), kMaxCapacity);
    }
    return value;
  }

  // Skips annotations: @name or @scope::name, with or without (...).
  Result<void> skip_annotations() {
    while (in_.accept("@")) {
      GS_TRY(const std::string name, in_.word("the name of an annotation"));
      while (in_.accept("::")) in_.take();
      if (!in_.accept("(")) continue;
      for (int open = 1; open > 0; in_.take()) {
        if (in_.token().empty()) return in_.unexpected(")");
        open += in_.token() == "(" ? 1 : in_.token() == ")" ? -1 : 0;
      }
    }
    return {};
  }

  static constexpr uint32_t kMaxCapacity = 1u << 30;
  Lexer in_;
  std::map<std::string, ParsedDefinition>& definitions_;
  std::map<std::string, ParsedField> typedefs_;
  std::map<std::string, std::string> values_;               // values of constants by full name
  std::map<std::string, std::vector<Constant>> constants_;  // constants of a message by its name
  int depth_ = 0;                                           // of nested sequences
};

}  // namespace

Result<void> parse_idl(std::string_view text, std::map<std::string, ParsedDefinition>& definitions) {
  return IdlParser(text, definitions).parse();
}

}  // namespace gs::rosmsg
