// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The JSON reader against the library nlohmann-json: both accept the same texts and read the same values.
#include <gtest/gtest.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/core/numbers/random.h"

namespace gs {
namespace {

using Json = nlohmann::ordered_json;

// True if the trees are equal. Integers above the range of int64 are reals in ours.
bool same(const Node& ours, const Json& theirs) {
  switch (ours.kind) {
    case Node::Kind::null:
      return theirs.is_null();
    case Node::Kind::boolean:
      return theirs.is_boolean() && theirs.get<bool>() == ours.boolean;
    case Node::Kind::integer:
      return theirs.is_number_integer() && theirs.get<int64_t>() == ours.integer;
    case Node::Kind::real:
      return theirs.is_number() && std::bit_cast<uint64_t>(theirs.get<double>()) == std::bit_cast<uint64_t>(ours.real);
    case Node::Kind::text:
      return theirs.is_string() && theirs.get<std::string>() == ours.text;
    case Node::Kind::list:
      if (!theirs.is_array() || theirs.size() != ours.items.size()) return false;
      for (std::size_t i = 0; i < ours.items.size(); ++i) {
        if (!same(ours.items[i], theirs[i])) return false;
      }
      return true;
    case Node::Kind::map:
      break;
  }
  if (!theirs.is_object() || theirs.size() != ours.members.size()) return false;
  auto member = theirs.begin();
  for (const auto& [key, value] : ours.members) {
    if (member.key() != key || !same(value, member.value())) return false;
    ++member;
  }
  return true;
}

// Draws a random text. Most tokens are valid, some are not.
class Writer {
 public:
  explicit Writer(uint64_t index) : random_(7, purpose("json_oracle"), index) {}

  std::string value(int depth) {
    const uint32_t kind = random_.u32() % (depth > 4 ? 2 : 4);
    if (kind == 0) return number();
    if (kind == 1) return pick(kScalars);
    std::string out = kind == 2 ? "[" : "{";
    const uint32_t count = random_.u32() % 4;
    for (uint32_t i = 0; i < count; ++i) {
      out += i > 0 ? "," : "";
      if (kind == 3) out += "\"" + std::to_string(i) + "\"" + pick(kSpaces) + ":";  // no duplicate keys
      out += pick(kSpaces) + value(depth + 1) + pick(kSpaces);
    }
    return out + (kind == 2 ? "]" : "}");
  }

  // Replaces, removes or repeats one character. NUL is left out: the other library takes it for the end of the text.
  void damage(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = random_.u32() % text.size();
    const uint32_t how = random_.u32() % 4;
    if (how == 0) text.erase(at, 1);
    if (how == 1) text.insert(at, 1, text[at]);
    if (how == 2) text[at] = static_cast<char>(1 + random_.u32() % 255);
    if (how == 3) text[at] = "{}[]\",:\\eE+-.0123456789tfnu"[random_.u32() % 27];
  }
  uint32_t u32() { return random_.u32(); }

 private:
  using Choices = std::vector<std::string>;
  inline static const Choices kSpaces = {"", "", "", " ", "\n", "\r\n\t"};
  inline static const Choices kScalars = {"null",
                                          "true",
                                          "false",
                                          "\"\"",
                                          "\"a\"",
                                          "\"\\u00e9\\n\\\\\"",
                                          "\"é漢😀\"",
                                          "\"\\ud83d\\ude00\"",
                                          "\"\\ud83d\"",
                                          "\"\xED\xA0\x80\"",
                                          "\"\\/\"",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "9223372036854775808",
                                          "18446744073709551616",
                                          "-0",
                                          "-0.0",
                                          "1e308",
                                          "1e309",
                                          "1e-400",
                                          "2.2250738585072011e-308",
                                          "01",
                                          "1.",
                                          "nul",
                                          "\"\t\""};
  const std::string& pick(const Choices& from) { return from[random_.u32() % from.size()]; }
  std::string number() {
    const auto value = std::bit_cast<double>(random_.u64());
    const bool whole = random_.u32() % 2 == 0;
    return whole ? std::to_string(static_cast<int32_t>(random_.u32())) : json_number(value);
  }
  Random random_;
};

// True if the other library refuses the text only because a number is beyond the range of double.
bool has_too_large_number(const std::string& text) {
  try {
    [[maybe_unused]] const Json parsed = Json::parse(text);
  } catch (const Json::out_of_range&) {
    return true;
  } catch (const Json::exception&) {
  }
  return false;
}

TEST(JsonOracle, TheCheckAcceptsTheSameTexts) {
  int accepted = 0, refused = 0;
  for (uint64_t i = 0; i < 40'000; ++i) {
    Writer writer(i);
    std::string text = writer.value(0);
    for (uint32_t n = writer.u32() % 3; n > 0; --n) writer.damage(text);
    const auto checked = check_json(text);
    if (has_too_large_number(text)) continue;
    ASSERT_EQ(checked.has_value(), Json::accept(text)) << text << "\n" << (checked ? "" : checked.error().message);
    ++(checked ? accepted : refused);
  }
  EXPECT_GT(accepted, 10'000);
  EXPECT_GT(refused, 10'000);
}

// The duplicate keys that damage makes are the one intended difference.
TEST(JsonOracle, AcceptsTheSameTextsAndReadsTheSameValues) {
  int accepted = 0, refused = 0;
  for (uint64_t i = 0; i < 40'000; ++i) {
    Writer writer(i);
    std::string text = writer.value(0);
    for (uint32_t n = writer.u32() % 3; n > 0; --n) writer.damage(text);
    const auto ours = parse_json(text);
    const Json theirs = Json::parse(text, nullptr, false);
    if (!ours && ours.error().message.find("twice") != std::string::npos) continue;
    ASSERT_EQ(ours.has_value(), !theirs.is_discarded()) << text << "\n" << (ours ? "" : ours.error().message);
    ASSERT_TRUE(!ours || same(*ours, theirs)) << text;
    ++(ours ? accepted : refused);
  }
  EXPECT_GT(accepted, 10'000);
  EXPECT_GT(refused, 10'000);
}

TEST(JsonOracle, TheOtherLibraryReadsWhatWeWrite) {
  for (uint64_t i = 0; i < 2'000; ++i) {
    const auto ours = parse_json(Writer(i).value(0));
    if (!ours) continue;
    const std::string text = write_json(*ours);
    EXPECT_TRUE(same(*ours, Json::parse(text))) << text;
  }
}

}  // namespace
}  // namespace gs
