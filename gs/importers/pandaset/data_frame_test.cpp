// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tables of pandas are read as data, and pickles that want to run code are refused.
#include "gs/importers/pandaset/data_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "gs/assets/deflate/deflate.h"
#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/importers/pandaset/testing/table_pickle.h"

namespace gs::importers::pandaset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace testing;
using namespace assets::testing;

Result<DataFrame> parse_table(const std::string& bytes) {
  const Bytes view = as_bytes(bytes);
  return parse_data_frame({view.begin(), view.end()});
}
std::string refusal(const std::string& bytes) {
  const auto table = parse_table(bytes);
  return table ? "accepted" : to_string(table.error());
}
std::string numbers_block(const std::string& type, const std::vector<int64_t>& shape, const std::string& bytes,
                          const std::string& places, bool fortran = false) {
  return dict({{text("values"), array_value(type, shape, bytes_value(bytes), fortran)}, {text("mgr_locs"), places}});
}

TEST(DataFrame, ColumnsOfNumbersAndTextsAreRead) {
  const auto table =
      parse_table(table_pickle({{"x", {1, 2, 3}}, {"y", {-1, 0.5, 1e9}}}, {{"label", {"Car", "Bus", ""}}}));
  ASSERT_TRUE(table) << to_string(table.error());
  EXPECT_EQ(table->rows, 3u);
  EXPECT_THAT(**table->column("x"), ElementsAre(1, 2, 3));
  EXPECT_THAT(**table->column("y"), ElementsAre(-1, 0.5, 1e9));
  EXPECT_THAT(**table->text_column("label"), ElementsAre("Car", "Bus", ""));
  EXPECT_THAT(to_string(table->column("z").error()), HasSubstr("'z'"));
  EXPECT_THAT(to_string(table->column("label").error()), HasSubstr("'label' of numbers"));
}

// Column order of the block (Fortran) and places as an array, as pandas writes them after a reordering.
TEST(DataFrame, BlocksInEitherOrderGoToTheirColumns) {
  const std::string places = array_value("i8", {2}, bytes_value(std::string("\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16)));
  const std::string bytes("\1\2\3\4\5\6", 6);  // columns x rows = 2 x 3, column after column of the matrix
  const auto table = parse_table(frame_of({"a", "b", "c"}, {numbers_block("u1", {2, 3}, bytes, places, true)}));
  ASSERT_TRUE(table) << to_string(table.error());
  EXPECT_THAT(**table->column("c"), ElementsAre(1, 3, 5));
  EXPECT_THAT(**table->column("a"), ElementsAre(2, 4, 6));
}

TEST(DataFrame, PicklesThatWantToRunCodeAreRefused) {
  EXPECT_THAT(refusal(pickle(call(global("os", "system"), {text("true")}))), HasSubstr("'os.system'"));
  EXPECT_THAT(refusal(pickle(call(global("builtins", "eval"), {text("1")}))), HasSubstr("'builtins.eval'"));
  EXPECT_THAT(refusal(pickle(global("numpy", "load") + tuple({text("file")}) + "\x81")), HasSubstr("'numpy.load'"));
  EXPECT_THAT(refusal(pickle(call(global("pandas.io.pickle", "read_pickle"), {text("http://x")}))),
              HasSubstr("'pandas.io.pickle.read_pickle'"));
}

TEST(DataFrame, ShapesThatDoNotFitAreRefused) {
  const std::string eight(8, '\0');
  const auto of = [&](const std::vector<int64_t>& shape, const std::string& places) {
    return refusal(frame_of({"a"}, {numbers_block("f8", shape, eight, places)}));
  };
  EXPECT_EQ(of({1, 1}, slice_value(0, 1)), "accepted");
  EXPECT_THAT(of({1, 2}, slice_value(0, 1)), HasSubstr("do not fit its shape 1 x 2"));
  EXPECT_THAT(of({1, -1}, slice_value(0, 1)), HasSubstr("the length -1"));
  EXPECT_THAT(of({int64_t{1} << 62, 4}, slice_value(0, 1)), HasSubstr("the length"));
  EXPECT_THAT(of({1, 1}, slice_value(0, 2)), HasSubstr("places for 2"));
  EXPECT_THAT(of({1, 1}, slice_value(5, 6)), HasSubstr("column 5 of 1"));
  EXPECT_THAT(of({1, 1}, slice_value(0, int64_t{1} << 60)), HasSubstr("places for"));
  EXPECT_THAT(of({1, 1}, slice_value(-1, 0)), HasSubstr("slice"));
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_THAT(of({1, 1}, slice_value(kMost - 1, kMost)), HasSubstr("slice"));
  EXPECT_THAT(of({1, 1, 1}, slice_value(0, 1)), HasSubstr("neither one nor two axes"));
  const std::string block = numbers_block("f8", {1, 1}, eight, slice_value(0, 1));
  EXPECT_THAT(refusal(frame_of({"a"}, {block, block})), HasSubstr("two columns of one name"));
  EXPECT_THAT(refusal(frame_of({"a", "b"}, {block, numbers_block("f8", {1, 2}, eight + eight, slice_value(1, 2))})),
              HasSubstr("columns of 1 and 2 rows"));
}

// A memo entry repeats an array or a text in two bytes; a shape may name columns without a byte of data.
TEST(DataFrame, SmallFilesCannotMakeLargeTables) {
  const auto of = [](const std::string& file, const TableLimits& limits) {
    const Bytes view = as_bytes(file);
    const auto table = parse_data_frame({view.begin(), view.end()}, limits);
    return table ? "accepted" : to_string(table.error());
  };
  const std::string put = "q\x63", get = "h\x63";
  const auto block = [](const std::string& values, int64_t column) {
    return dict({{text("values"), values}, {text("mgr_locs"), slice_value(column, column + 1)}});
  };
  const std::string array = array_value("u1", {1, 1000}, bytes_value(std::string(1000, '\1'))) + put;
  const std::string shared = frame_of({"a", "b"}, {block(array, 0), block(get, 1)});
  EXPECT_EQ(of(shared, {.max_values = 2000}), "accepted");
  EXPECT_THAT(of(shared, {.max_values = 1999}), HasSubstr("has 2000 values"));
  const std::string items = list({text(std::string(10'000, 'x')) + put, get, get, get});
  const std::string repeated = frame_of({"a"}, {block(array_value("O8", {1, 4}, items), 0)});
  EXPECT_EQ(of(repeated, {.max_bytes = 40'000}), "accepted");
  EXPECT_THAT(of(repeated, {.max_bytes = 39'999}), HasSubstr("texts of the table"));
  EXPECT_THAT(refusal(frame_of({"a"}, {numbers_block("f8", {int64_t{1} << 30, 0}, "", slice_value(0, 1 << 30))})),
              HasSubstr("a block has 1073741824 columns, the table 1"));
  EXPECT_THAT(refusal(frame_of({std::string(1000, 'x')}, {})), HasSubstr("too long"));
}

TEST(DataFrame, OtherValuesAndTypesAreNamed) {
  EXPECT_THAT(refusal(pickle(integer(3))), HasSubstr("not a data frame: its root is an integer"));
  EXPECT_THAT(refusal(frame_of({"a"}, {numbers_block("c16", {1, 1}, std::string(16, '\0'), slice_value(0, 1))})),
              HasSubstr("the type 'c16'"));
  EXPECT_THAT(refusal(frame_of({"a"}, {integer(7)})), HasSubstr("a block is incomplete"));
  EXPECT_THAT(refusal(frame_of({"a"}, {dict({{text("values"), none()}, {text("mgr_locs"), none()}})})),
              HasSubstr("None where an array was expected"));
}

// Every prefix of a good file is an error, never a crash.
TEST(DataFrame, CutFilesAreErrors) {
  const std::string whole = table_pickle({{"x", {1, 2}}}, {{"label", {"Car", "Bus"}}});
  ASSERT_EQ(refusal(whole), "accepted");
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(refusal(whole.substr(0, size)), "accepted") << size;
}

TEST(DataFrame, GzipFilesAreUnpackedWithinTheirLimit) {
  const TemporaryFolder folder;
  const std::string table = table_pickle({{"x", {1, 2}}});
  const auto packed = assets::gzip(as_bytes(table));
  ASSERT_TRUE(packed);
  ASSERT_TRUE(write_file(folder / "00.pkl.gz", *packed));
  EXPECT_EQ(read_data_frame(folder / "00.pkl.gz")->rows, 2u);
  EXPECT_EQ(read_data_frame(folder / "00.pkl.gz", {.max_bytes = 200}).error().code, ErrorCode::limit_exceeded);
  ASSERT_TRUE(write_file(folder / "01.pkl.gz", Bytes(*packed).first(packed->size() / 2)));
  EXPECT_FALSE(read_data_frame(folder / "01.pkl.gz"));
  ASSERT_TRUE(write_file(folder / "02.pkl.gz", as_bytes("no gzip file at all")));
  EXPECT_FALSE(read_data_frame(folder / "02.pkl.gz"));
}

}  // namespace
}  // namespace gs::importers::pandaset
