// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// rosbag2 folders of SQLite files: splits, metadata, crashed recordings, compression.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/small_disk.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/rosbag2/bag_metadata.h"
#include "gs/logio/rosbag2/db3_reader.h"
#include "gs/logio/rosbag2/db3_writer.h"
#include "gs/logio/rosbag2/folder.h"
#include "gs/logio/rosbag2/sqlite.h"
#include "gs/logio/rosbag2/testing/db3_fixture.h"
#include "gs/logio/rosbag2/unpacked_file.h"

namespace gs::logio {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// Sets an environment variable for the lifetime of the object.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~EnvironmentVariable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST_F(Db3, ReadsBackWhatWasWrittenInBothOrders) {
  const auto messages = some_messages(700);
  write(folder_ / "x.db3", messages);
  const auto log = open_db3(folder_ / "x.db3", problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  auto sorted = messages;
  std::ranges::stable_sort(sorted, {}, &Message::time_ns);
  EXPECT_EQ(read(**log, problems_), sorted);
  EXPECT_EQ(read(**log, problems_, {.order = Order::file}), messages);
  EXPECT_EQ((*log)->info().message_count, 700u);
  EXPECT_EQ((*log)->channels()[0].schema.data, "string data\n");
  EXPECT_EQ((*log)->channels()[0].metadata.at("offered_qos_profiles"), "- durability: 1\n");
  EXPECT_EQ((*log)->channels()[0].metadata.at("topic_type_hash"), "RIHS01_00");
  EXPECT_TRUE(problems_.empty());
  EXPECT_THAT(std::vector(fs::directory_iterator(folder_), fs::directory_iterator()), SizeIs(1));
}

TEST_F(Db3, FiltersByTopicAndTime) {
  const auto messages = some_messages(300);
  write(folder_ / "x.db3", messages);
  const auto log = open_db3(folder_ / "x.db3", problems_);
  std::vector<Message> expected;
  for (const Message& m : messages) {
    if (m.topic == "/a" && m.time_ns >= 1010 && m.time_ns < 1020) expected.push_back(m);
  }
  std::ranges::stable_sort(expected, {}, &Message::time_ns);
  EXPECT_EQ(read(**log, problems_, {.topics = {"/a"}, .begin = Timestamp{1010}, .end = Timestamp{1020}}), expected);
  EXPECT_EQ((*log)->read({.topics = {"/c"}}, problems_).error().code, ErrorCode::topic_not_found);
}

TEST_F(Db3, AFolderHasMetadataThatListsItsFile) {
  write(folder_ / "bag", some_messages(5));
  EXPECT_THAT(rosbag2::listed_files(*read_text_file(folder_ / "bag/metadata.yaml")), ElementsAre("bag_0.db3"));
  const auto log = open_rosbag2_folder(folder_ / "bag", open_db3, problems_);
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->info().message_count, 5u);
  EXPECT_TRUE(problems_.empty());
}

TEST_F(Db3, SplitsThatOverlapAreMergedAndMissingOnesReported) {
  fs::create_directory(folder_ / "bag");
  // The splits overlap in time. Equal times: the split with the smaller number first ("first" before "e").
  write(folder_ / "bag/x_10.db3", {{"/a", 3, "c"}, {"/a", 5, "e"}});
  write(folder_ / "bag/x_9.db3", {{"/a", 1, "a"}, {"/b", 2, "b"}, {"/a", 4, "d"}, {"/a", 5, "first"}});
  std::ofstream(folder_ / "bag/metadata.yaml") << "rosbag2_bagfile_information:\n  relative_file_paths:\n"
                                                  "    - x_9.db3\n    - x_10.db3\n    - x_11.db3\n  duration: 1\n";
  const auto log = open_rosbag2_folder(folder_ / "bag", open_db3, problems_);
  ASSERT_TRUE(log);
  EXPECT_THAT((*log)->channels(), SizeIs(2));
  const auto messages = read(**log, problems_);
  ASSERT_THAT(messages, SizeIs(6));
  std::string text;
  for (const Message& message : messages) text += message.data;
  EXPECT_EQ(text, "abcdfirste");
  ASSERT_THAT(problems_.all(), SizeIs(1));
  EXPECT_THAT(problems_.all()[0].message, HasSubstr("x_11.db3"));
}

// A log beside the recording that metadata.yaml does not list, such as a converted copy, is not part of it.
TEST_F(Db3, TakesOnlyTheFilesThatTheMetadataLists) {
  const fs::path bag = folder_of({"drive_0.db3", "drive_1.db3", "copy.db3"}, {"drive_0.db3", "sub/drive_1.db3"});
  const auto log = open_rosbag2_folder(bag, open_db3, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_EQ((*log)->info().message_count, 2u);
  ASSERT_THAT(problems_.all(), SizeIs(1));
  EXPECT_EQ(problems_.all()[0].severity, Severity::warning);
  EXPECT_THAT(problems_.all()[0].message, HasSubstr("does not list copy.db3, which is left out"));
}

TEST_F(Db3, AListedFileThatIsDamagedIsAnErrorNotAMissingFile) {
  const fs::path bag = folder_of({"drive_0.db3"}, {"drive_0.db3", "drive_1.db3"});
  ASSERT_TRUE(write_file(bag / "drive_1.db3", std::string_view("these bytes are no database at all")));
  const auto log = open_rosbag2_folder(bag, open_db3, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_EQ((*log)->info().message_count, 1u);
  ASSERT_TRUE(problems_.has_errors());
  EXPECT_EQ(problems_.all()[0].file, "drive_1.db3");
}

TEST_F(Db3, WithoutMetadataSplitsOfOneRecordingAreReadAndNamed) {
  for (const std::vector<std::string>& listed : {std::vector<std::string>{}, {"old_name_0.db3"}}) {
    Problems problems;
    const auto log = open_rosbag2_folder(folder_of({"drive_0.db3", "drive_1.db3"}, listed), open_db3, problems);
    ASSERT_TRUE(log) << to_string(log.error());
    EXPECT_EQ((*log)->info().message_count, 2u);
    ASSERT_FALSE(problems.empty());
    EXPECT_EQ(problems.all().back().severity, Severity::notice);
    EXPECT_THAT(problems.all().back().message, HasSubstr("drive_0.db3, drive_1.db3"));
  }
}

TEST_F(Db3, AFolderOfUnrelatedRecordingsIsRefused) {
  const auto log = open_rosbag2_folder(folder_of({"monday.db3", "tuesday.db3"}, {}), open_db3, problems_);
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(log.error().message, HasSubstr("monday.db3, tuesday.db3"));
  EXPECT_THAT(log.error().hint, HasSubstr("gs-log merge"));
}

TEST_F(Db3, ReadsAJournalLeftByACrashWithoutTouchingAnything) {
  const fs::path live = folder_ / "live.db3", left = folder_ / "left";
  fs::create_directory(left);
  write(live, {{"/a", 1, "in the file"}});
  auto database = rosbag2::Database::create(live);
  ASSERT_TRUE(
      database->run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                    "INSERT INTO messages(topic_id, timestamp, data) VALUES(1, 2, x'68656C6C6F');"));
  // A copy taken while the writer is open equals the state after a crash.
  fs::copy_file(live, left / "x.db3");
  fs::copy_file(live.string() + "-wal", left / "x.db3-wal");
  const auto before = read_binary_file(left / "x.db3", 1u << 30);
  {
    const auto log = open_db3(left / "x.db3", problems_);
    ASSERT_TRUE(log) << to_string(log.error());
    EXPECT_EQ(read(**log, problems_), (std::vector<Message>{{"/a", 1, "in the file"}, {"/a", 2, "hello"}}));
  }
  EXPECT_EQ(*read_binary_file(left / "x.db3", 1u << 30), *before);
  EXPECT_THAT(std::vector(fs::directory_iterator(left), fs::directory_iterator()), SizeIs(2));
  // Database in journal mode whose journal is missing.
  fs::remove(left / "x.db3-wal");
  const auto log = open_db3(left / "x.db3", problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_EQ((*log)->info().message_count, 1u);
}

TEST_F(Db3, DecompressesMessagesAndWholeFiles) {
  const std::string text(5000, 'z');
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  write(folder_ / "x.db3", {{"/a", 1, packed}, {"/a", 2, "plain"}});
  const auto log = open_db3(folder_ / "x.db3", problems_);
  EXPECT_EQ(read(**log, problems_), (std::vector<Message>{{"/a", 1, text}, {"/a", 2, "plain"}}));

  pack(folder_ / "x.db3", folder_ / "y.db3.zstd");
  const auto unpacked = open_zstd_log(folder_ / "y.db3.zstd", read_db3, problems_);
  ASSERT_TRUE(unpacked) << to_string(unpacked.error());
  EXPECT_EQ((*unpacked)->info().message_count, 2u);
  EXPECT_EQ(read(**unpacked, problems_), read(**log, problems_));
  EXPECT_TRUE(problems_.empty());
}

// A file with a name would be left behind if the program is killed.
TEST_F(Db3, UnpackedFilesHaveNoName) {
  write(folder_ / "x.db3", some_messages(60));
  pack(folder_ / "x.db3", folder_ / "x.db3.zstd");
  fs::create_directory(folder_ / "temporary");
  const EnvironmentVariable folder("TMPDIR", folder_ / "temporary");
  const auto log = open_zstd_log(folder_ / "x.db3.zstd", read_db3, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
  EXPECT_THAT(read(**log, problems_), SizeIs(60));
}

TEST_F(Db3, UnpacksDatabasesThatWereWrittenWithAWriteAheadLog) {
  write(folder_ / "x.db3", {{"/a", 1, "text"}});
  ASSERT_TRUE(rosbag2::Database::create(folder_ / "x.db3")->run("PRAGMA journal_mode=WAL"));
  pack(folder_ / "x.db3", folder_ / "x.db3.zstd");
  const auto log = open_zstd_log(folder_ / "x.db3.zstd", read_db3, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_EQ(read(**log, problems_), (std::vector<Message>{{"/a", 1, "text"}}));
}

TEST_F(Db3, RefusesToUnpackZerosWithoutEnd) {
  const std::string zeros(100u << 20, '\0');
  ASSERT_TRUE(write_file(folder_ / "zeros", zeros));
  pack(folder_ / "zeros", folder_ / "stated.db3.zstd");
  // The same input without a size in the frame header.
  std::string packed(ZSTD_compressBound(zeros.size()), '\0');
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0);
  packed.resize(ZSTD_compress2(context.get(), packed.data(), packed.size(), zeros.data(), zeros.size()));
  ASSERT_TRUE(write_file(folder_ / "unstated.db3.zstd", packed));
  for (const char* name : {"stated.db3.zstd", "unstated.db3.zstd"}) {
    const auto log = open_zstd_log(folder_ / name, read_db3, problems_);
    ASSERT_FALSE(log) << name;
    EXPECT_EQ(log.error().code, ErrorCode::limit_exceeded) << to_string(log.error());
    EXPECT_THAT(log.error().hint, HasSubstr("zstd -d"));
  }
}

TEST_F(Db3, AFullDiskForTemporaryFilesIsReported) {
  write(folder_ / "x.db3", some_messages(60));
  pack(folder_ / "x.db3", folder_ / "x.db3.zstd");
  const SmallDisk disk(20'000);
  const auto log = open_zstd_log(folder_ / "x.db3.zstd", read_db3, problems_);
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error().hint, HasSubstr("TMPDIR"));
}

TEST_F(Db3, DamagedPagesCostOnlyTheirMessages) {
  std::vector<Message> messages;
  for (int i = 0; i < 2000; ++i) messages.push_back({"/a", i, std::string(100, static_cast<char>('a' + i % 26))});
  write(folder_ / "x.db3", messages);
  auto bytes = *read_binary_file(folder_ / "x.db3", 1u << 30);
  // Page 1 holds the file header; a page in the middle holds about 35 messages.
  std::fill_n(bytes.begin() + 30 * 4096, 4096, std::byte{0xEE});
  ASSERT_TRUE(write_file(folder_ / "bad.db3", bytes));
  const auto log = open_db3(folder_ / "bad.db3", problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  const auto got = read(**log, problems_);
  EXPECT_TRUE(problems_.has_errors());
  // Only rows of the damaged page are lost: the delivered ids have exactly one gap.
  EXPECT_GT(got.size(), 1960u);
  EXPECT_LT(got.size(), 2000u);
  EXPECT_TRUE(std::ranges::is_sorted(got, {}, &Message::time_ns));
  EXPECT_EQ(got.size(), (*log)->info().message_count);
}

// A page that appears twice makes ids decrease; a damaged page behind it makes the reader resume at the highest id.
TEST_F(Db3, IdsThatFallBeforeABadPageAreReadOnce) {
  std::vector<Message> messages;
  for (int i = 0; i < 2000; ++i) messages.push_back({"/a", i, std::string(100, 'x')});
  write(folder_ / "x.db3", messages);
  auto bytes = *read_binary_file(folder_ / "x.db3", 1u << 30);
  const auto page = [&](std::size_t number) {
    return bytes.begin() + static_cast<std::ptrdiff_t>((number - 1) * 4096);
  };
  // Interior page of the table: type 5; its cells begin with a child page number.
  std::size_t root = 2;
  while (page(root)[0] != std::byte{5}) ++root;
  const auto child = [&](std::ptrdiff_t cell) {
    return page(root) +
           (static_cast<int>(page(root)[12 + 2 * cell]) << 8 | static_cast<int>(page(root)[13 + 2 * cell]));
  };
  std::copy_n(child(3), 4, child(20));
  const std::size_t bad = static_cast<std::size_t>(child(21)[2]) << 8 | static_cast<std::size_t>(child(21)[3]);
  std::fill_n(page(bad), 4096, std::byte{0xEE});
  ASSERT_TRUE(write_file(folder_ / "bad.db3", bytes));
  const auto log = open_db3(folder_ / "bad.db3", problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_TRUE(problems_.has_errors());
  EXPECT_GT((*log)->info().message_count, 1800u);
  EXPECT_LT((*log)->info().message_count, 2000u);
}

TEST_F(Db3, TruncationAndBitFlipsNeverCrash) {
  write(folder_ / "x.db3", some_messages(60));
  const auto bytes = *read_binary_file(folder_ / "x.db3", 1u << 30);
  // Opens and reads a damaged file; any result is allowed.
  const auto survive = [&](Bytes damaged) {
    ASSERT_TRUE(write_file(folder_ / "bad.db3", damaged));
    Problems problems;
    const auto log = open_db3(folder_ / "bad.db3", problems);
    if (!log) return;
    const auto stream = (*log)->read({}, problems);
    for (int i = 0; stream && i < 1000; ++i) {
      const auto batch = (*stream)->next_batch();
      if (!batch || batch->empty()) break;
    }
  };
  for (std::size_t size = 0; size < bytes.size(); size += 4001) survive(Bytes(bytes).first(size));
  Random random(3, 1, 0);
  for (int i = 0; i < 150; ++i) {
    auto damaged = bytes;
    // Half of the flips hit the first two pages, which hold the header and the schema.
    damaged[random.below(static_cast<uint32_t>(std::min<std::size_t>(bytes.size(), i < 75 ? 8192 : bytes.size())))] ^=
        static_cast<std::byte>(1u << random.below(8));
    survive(damaged);
  }
}

TEST_F(Db3, SaysWhatIsNoBag) {
  ASSERT_TRUE(write_file(folder_ / "text.db3", std::string_view("hello, this is no database at all")));
  EXPECT_EQ(open_db3(folder_ / "text.db3", problems_).error().code, ErrorCode::corrupt);
  EXPECT_EQ(open_db3(folder_ / "none.db3", problems_).error().code, ErrorCode::not_found);
  ASSERT_TRUE(rosbag2::Database::create(folder_ / "empty.db3")->run("CREATE TABLE t(a)"));
  EXPECT_EQ(open_db3(folder_ / "empty.db3", problems_).error().code, ErrorCode::corrupt);
}

TEST_F(Db3, AWriterDroppedBeforeCloseLeavesNothing) {
  for (const char* name : {"x.db3", "bag"}) {
    auto writer = create_rosbag2(folder_ / name, {});
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->add_channel(channel("/a")));
    ASSERT_TRUE((*writer)->write(0, {1}, {1}, 0, {}));
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Db3, ReplacesAFolderOnlyIfItHoldsARecordingAndNothingElse) {
  write(folder_ / "bag", some_messages(5));
  EXPECT_EQ(create_rosbag2(folder_ / "bag", {}).error().code, ErrorCode::already_exists);
  EXPECT_TRUE(create_rosbag2(folder_ / "bag", {.replace = true}));
  ASSERT_TRUE(write_file(folder_ / "bag/notes.txt", "mine"));
  const auto refused = create_rosbag2(folder_ / "bag", {.replace = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("notes.txt"));
  fs::create_directory(folder_ / "project");
  ASSERT_TRUE(write_file(folder_ / "project/main.c", "code"));
  EXPECT_FALSE(create_rosbag2(folder_ / "project", {.replace = true}));
  EXPECT_TRUE(fs::exists(folder_ / "project/main.c"));
}

// A crashed recorder leaves x.db3-wal; SQLite would read it instead of the content of the new file.
TEST_F(Db3, JournalsOfTheOldDatabaseGoWithIt) {
  write(folder_ / "x.db3", {{"/old", 1, "in the file"}});
  auto database = rosbag2::Database::create(folder_ / "x.db3");
  ASSERT_TRUE(
      database->run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                    "INSERT INTO messages(topic_id, timestamp, data) VALUES(1, 2, x'68656C6C6F');"));
  fs::create_directory(folder_ / "left");
  const fs::path left = folder_ / "left/x.db3";
  fs::copy_file(folder_ / "x.db3", left);
  fs::copy_file(folder_ / "x.db3-wal", folder_ / "left/x.db3-wal");
  {
    auto abandoned = create_rosbag2(left, {.replace = true});
    ASSERT_TRUE(abandoned) << to_string(abandoned.error());
  }
  EXPECT_TRUE(fs::exists(folder_ / "left/x.db3-wal"));  // nothing was written
  auto writer = create_rosbag2(left, {.replace = true});
  ASSERT_TRUE(writer) << to_string(writer.error());
  ASSERT_TRUE((*writer)->add_channel(channel("/new")));
  ASSERT_TRUE((*writer)->write(0, {7}, {7}, 0, as_bytes("new")));
  ASSERT_TRUE((*writer)->close());
  const auto log = open_db3(left, problems_);
  ASSERT_TRUE(log) << to_string(log.error());
  EXPECT_EQ(read(**log, problems_), (std::vector<Message>{{"/new", 7, "new"}}));
  EXPECT_THAT(std::vector(fs::directory_iterator(folder_ / "left"), fs::directory_iterator()), SizeIs(1));
  // A journal without its database may belong to another file, so it is not removed.
  ASSERT_TRUE(write_file(folder_ / "y.db3-journal", "x"));
  EXPECT_FALSE(create_rosbag2(folder_ / "y.db3", {.replace = true}));
}

}  // namespace
}  // namespace gs::logio
