// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pickle reader builds plain data and refuses everything that would execute code.
#include "gs/assets/torch/pickle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "gs/assets/torch/testing/torch_writer.h"

namespace gs::assets {
namespace {

using ::testing::HasSubstr;
using Kind = PickleValue::Kind;
using namespace testing;

constexpr std::array<std::string_view, 2> kAllowed{"collections.OrderedDict", "torch.FloatStorage"};

Result<PickleDocument> parse(const std::string& bytes, const PickleLimits& limits = {}) {
  const Bytes view = as_bytes(bytes);
  return parse_pickle({view.begin(), view.end()}, kAllowed, limits);
}
// Error code, or "accepted".
std::string refusal(const std::string& bytes) {
  const auto document = parse(bytes);
  return document ? "accepted" : std::string(to_string(document.error().code));
}

TEST(Pickle, ValuesOfEveryKindAreRead) {
  const PickleDocument d = parse(pickle(ordered_dict({{text("n"), none()},
                                                      {text("i"), integer(-5)},
                                                      {text("l"), integer(int64_t{1} << 40)},
                                                      {text("f"), real(-0.125)},
                                                      {text("t"), tuple({integer(1), text("two")})},
                                                      {text("list"), list({integer(7), dict({})})},
                                                      {text("g"), global("torch", "FloatStorage")}})))
                               .value();
  const PickleValue& root = d.root();
  ASSERT_TRUE(root.is(Kind::dict));
  EXPECT_TRUE(d.find(root, "n")->is(Kind::none));
  EXPECT_EQ(d.find(root, "i")->integer, -5);
  EXPECT_EQ(d.find(root, "l")->integer, int64_t{1} << 40);
  EXPECT_EQ(d.find(root, "f")->real, -0.125);
  EXPECT_EQ(d.item(*d.find(root, "t"), 1)->text, "two");
  EXPECT_EQ(d.item(*d.find(root, "list"), 0)->integer, 7);
  EXPECT_EQ(d.find(root, "g")->text, "torch.FloatStorage");
  EXPECT_EQ(d.find(root, "missing"), nullptr);
  EXPECT_EQ(d.item(root, 0), nullptr);
}

TEST(Pickle, ProtocolFourAndFiveAreRead) {
  // FRAME, SHORT_BINUNICODE and MEMOIZE; STACK_GLOBAL; SHORT_BINBYTES.
  const std::string frame = std::string("\x95\x20\0\0\0\0\0\0\0", 9);
  const std::string module = std::string("\x8c\x05torch\x94", 8), name = std::string(
                                                                      "\x8c\x0c"
                                                                      "FloatStorage\x94",
                                                                      15);
  const auto d = parse("\x80\x04" + frame + module + name + "\x93\x94" +
                       "C\x02"
                       "ab\x86.");
  ASSERT_TRUE(d) << d.error().message;
  EXPECT_EQ(d->item(d->root(), 0)->text, "torch.FloatStorage");
  EXPECT_EQ(d->item(d->root(), 1)->text, "ab");
  EXPECT_TRUE(parse("\x80\x05N."));
  EXPECT_EQ(refusal("\x80\x06N."), "unsupported");
  EXPECT_EQ(refusal(std::string("\x80\0N.", 4)), "unsupported");
}

// Typical exploits: the error names the function.
TEST(Pickle, WhatWouldBeExecutedIsRefusedByName) {
  const auto evil = [](const std::string& callable, const Values& arguments) {
    const auto document = parse(pickle(call(callable, arguments)));
    return document ? std::string("accepted") : document.error().message;
  };
  EXPECT_THAT(evil(global("os", "system"), {text("true")}), HasSubstr("'os.system'"));
  EXPECT_THAT(evil(global("posix", "system"), {text("true")}), HasSubstr("'posix.system'"));
  EXPECT_THAT(evil(global("builtins", "eval"), {text("1")}), HasSubstr("'builtins.eval'"));
  EXPECT_THAT(evil(global("__builtin__", "getattr"), {none(), none()}), HasSubstr("'__builtin__.getattr'"));
  EXPECT_THAT(evil(global("collections", "OrderedDict.update"), {none()}), HasSubstr("OrderedDict.update"));
  // A name built on the stack: STACK_GLOBAL of "os" and "system".
  const std::string module = std::string("\x8c\x02os", 4), name = std::string("\x8c\x06system", 8);
  EXPECT_THAT(parse("\x80\x04" + module + name + "\x93.").error().message, HasSubstr("'os.system'"));
}

TEST(Pickle, CallsOfWhatIsNoNameAreRefused) {
  EXPECT_EQ(refusal(pickle(call(text("os.system"), {text("true")}))), "corrupt");
  EXPECT_EQ(refusal(pickle(call(call(global("torch", "FloatStorage"), {}), {}))), "corrupt");
  EXPECT_EQ(refusal(pickle(global("torch", "FloatStorage") + integer(1) + "R")), "corrupt");
  EXPECT_EQ(refusal(pickle(call(global("collections", "OrderedDict"), {list({})}))), "unsupported");
}

TEST(Pickle, OpcodesThatBuildObjectsAreUnsupported) {
  // INST, OBJ, NEWOBJ_EX, EXT1, PERSID, BYTEARRAY8, NEXT_BUFFER, DUP, POP, INT, UNICODE.
  for (const char* op : {"i", "o", "\x92", "\x82", "P", "\x96", "\x97", "2", "0", "I", "V"}) {
    EXPECT_EQ(refusal(std::string("\x80\x02N") + op + "."), "unsupported") << static_cast<int>(op[0]);
  }
}

// NEWOBJ makes an object of a class; here it is a call, with the same rules.
TEST(Pickle, NewObjectsAreCallsAsData) {
  const PickleDocument d = parse(pickle(global("torch", "FloatStorage") + tuple({integer(3)}) + "\x81")).value();
  EXPECT_TRUE(d.calls(d.root(), "torch.FloatStorage"));
  EXPECT_EQ(refusal(pickle(global("os", "system") + tuple({text("true")}) + "\x81")), "unsupported");
  EXPECT_EQ(refusal(pickle(text("os.system") + tuple({text("true")}) + "\x81")), "corrupt");
}

// Opcodes without operands, unbalanced marks and missing memo entries.
TEST(Pickle, BrokenStacksAreCorrupt) {
  for (const char* bytes :
       {".",  "N",  "NN.",    "(.",     "t.",       "\x85.", "e.",     "u.",     "a.",   "s.",    "]a.", "R.",
        "Q.", "b.", "q\x01.", "h\x01.", "(q\x01t.", "}(Nu.", "](NNu.", "}(]Nu.", "N(a.", "\x93.", "Nb."}) {
    const std::string got = refusal(std::string("\x80\x02") + bytes);
    EXPECT_TRUE(got == "corrupt" || got == "truncated") << bytes << ": " << got;
  }
}

TEST(Pickle, LongIntegersAndLyingLengthsAreRefused) {
  EXPECT_EQ(refusal(std::string("\x80\x02\x8a\xff", 4) + std::string(255, '\1') + "."), "unsupported");
  EXPECT_EQ(refusal(std::string("\x80\x02\x8b\xff\xff\xff\x7f", 7) + "."), "unsupported");
  EXPECT_EQ(refusal(std::string("\x80\x02X\xff\xff\xff\xff.", 8)), "truncated");
  EXPECT_EQ(refusal(std::string("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff.", 12)), "truncated");
  EXPECT_EQ(refusal("\x80\x02"
                    "c" +
                    std::string(1000, 'a') + "\nb\n."),
            "corrupt");
  EXPECT_EQ(parse(std::string("\x80\x02\x8a\x01\xfe.", 6)).value().root().integer, -2);
  EXPECT_EQ(parse(std::string("\x80\x02\x8a\0.", 5)).value().root().integer, 0);
}

TEST(Pickle, ValuesAreCountedNotExpanded) {
  // Each list contains the previous one ten times: 10^50 values if they were copied.
  std::string bomb = "\x80\x02]q" + std::string(1, '\0');
  for (int level = 1; level <= 50; ++level) {
    const char before = static_cast<char>(level - 1), own = static_cast<char>(level);
    bomb += "](";
    for (int i = 0; i < 10; ++i) bomb += std::string("h") + before;
    bomb += std::string("eq") + own;
  }
  EXPECT_TRUE(parse("\x80\x02(" + bomb.substr(2) + "t."));
  const std::string many(2000, 'N');
  EXPECT_EQ(parse("\x80\x02(" + many + "t.", {.max_values = 1000}).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(parse("\x80\x02(" + many + "t.", {.max_bytes = 1000}).error().code, ErrorCode::limit_exceeded);
}

// A mark or a memo entry is one byte of the file, but many of memory.
TEST(Pickle, MarksAndMemoEntriesAreCounted) {
  const auto marks = parse("\x80\x02" + std::string(2000, '(') + "N.", {.max_values = 1000});
  ASSERT_FALSE(marks);
  EXPECT_EQ(marks.error().code, ErrorCode::limit_exceeded);
  const auto memo = parse("\x80\x04N" + std::string(2000, '\x94') + ".", {.max_values = 1000});
  ASSERT_FALSE(memo);
  EXPECT_EQ(memo.error().code, ErrorCode::limit_exceeded);
}

// Cycles and 100,000 levels of nesting must not recurse.
TEST(Pickle, ListsMayHoldThemselvesAndNestDeeply) {
  const auto loop = parse(std::string("\x80\x02]q\0h\0a.", 9));
  ASSERT_TRUE(loop) << loop.error().message;
  EXPECT_EQ(loop->item(loop->root(), 0), &loop->root());
  EXPECT_TRUE(parse("\x80\x02" + std::string(100'000, ']') + std::string(99'999, 'a') + "."));
}

}  // namespace
}  // namespace gs::assets
