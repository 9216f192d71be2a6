// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Atomic writes, memory maps and the errors of the operating system.
#include "gs/core/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <sstream>

#include "gs/core/testing/small_disk.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs {
namespace {

class FileTest : public ::testing::Test {
 protected:
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(FileTest, WrittenTextIsReadBackAndMapped) {
  ASSERT_TRUE(write_file(folder_ / "a.txt", "hello"));
  EXPECT_EQ(*read_text_file(folder_ / "a.txt"), "hello");
  const auto mapped = MappedFile::open(folder_ / "a.txt");
  ASSERT_TRUE(mapped);
  EXPECT_EQ(as_text(mapped->bytes()), "hello");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, ErrorsHaveCodesAndNameThePath) {
  const auto missing = read_text_file(folder_ / "none");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_NE(missing.error().message.find("none"), std::string::npos);
  EXPECT_EQ(read_text_file(folder_).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(MappedFile::open("/dev/null").error().code, ErrorCode::invalid_argument);
  ASSERT_TRUE(write_file(folder_ / "big", "0123456789"));
  EXPECT_EQ(read_text_file(folder_ / "big", 9).error().code, ErrorCode::limit_exceeded);
  EXPECT_FALSE(write_file(folder_ / "no" / "folder", "x"));
  EXPECT_FALSE(write_file(folder_, "x"));
}

TEST_F(FileTest, EmptyFileMapsToNoBytes) {
  ASSERT_TRUE(write_file(folder_ / "empty", ""));
  const auto mapped = MappedFile::open(folder_ / "empty");
  ASSERT_TRUE(mapped);
  EXPECT_TRUE(mapped->bytes().empty());
}

// Resident bytes of the mapping that begins at `data`, as the kernel reports them.
std::size_t resident_bytes(const std::byte* data) {
  std::ostringstream start;
  start << std::hex << reinterpret_cast<std::uintptr_t>(data) << "-";
  std::ifstream in("/proc/self/smaps");
  bool found = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(start.str())) found = true;
    if (found && line.starts_with("Rss:")) return std::stoul(line.substr(4)) * 1024;
  }
  ADD_FAILURE() << "no mapping at " << start.str();
  return 0;
}

// Only whole pages inside the range are released, and a count up to the largest number means "to the end".
TEST_F(FileTest, DropPagesReleasesWholePagesInsideTheRange) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::string text(64 * page, 'x');
  ASSERT_TRUE(write_file(folder_ / "pages", text));
  const auto mapped = MappedFile::open(folder_ / "pages");
  ASSERT_TRUE(mapped);
  const auto left_after = [&](std::size_t offset, std::size_t count) {
    EXPECT_EQ(as_text(mapped->bytes()), text);  // touches every page
    mapped->drop_pages(offset, count);
    return resident_bytes(mapped->bytes().data()) / page;
  };
  EXPECT_EQ(left_after(0, 64 * page), 0u);
  EXPECT_EQ(left_after(1, 64 * page), 1u);               // the first page lies only partly inside
  EXPECT_EQ(left_after(16 * page, 3 * page - 1), 62u);   // two whole pages
  EXPECT_EQ(left_after(page, 0), 64u);                   // an empty range
  EXPECT_EQ(left_after(64 * page, page), 64u);           // behind the end
  EXPECT_EQ(left_after(2 * page, SIZE_MAX), 2u);         // offset + count is larger than SIZE_MAX
  EXPECT_EQ(left_after(page, SIZE_MAX - page + 1), 1u);  // offset + count is 2^64
}

TEST_F(FileTest, UncommittedFileLeavesNothingAndKeepsTheOldOne) {
  ASSERT_TRUE(write_file(folder_ / "a", "old"));
  {
    auto file = AtomicFile::create(folder_ / "a");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
  }
  EXPECT_EQ(*read_text_file(folder_ / "a"), "old");
  EXPECT_EQ(entries(), 1u);
}

// Blocks of 700 kB overflow the write buffer of 1 MiB at changing positions.
TEST_F(FileTest, LargeWritesAndPatchesArriveInOrder) {
  auto file = AtomicFile::create(folder_ / "a");
  ASSERT_TRUE(file);
  const std::string block(700'000, 'x');
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(file->write(block));
  ASSERT_TRUE(file->write_at(3, as_bytes("abc")));
  ASSERT_TRUE(file->write("end"));
  EXPECT_EQ(file->size(), 4 * block.size() + 3);
  ASSERT_TRUE(file->commit());
  const std::string text = *read_text_file(folder_ / "a");
  EXPECT_EQ(text.size(), 4 * block.size() + 3);
  EXPECT_EQ(text.substr(2, 5), "xabcx");
  EXPECT_TRUE(text.ends_with("xend"));
}

// Gathered writes: pieces that fit the buffer, that do not, and more pieces than one system call takes.
TEST_F(FileTest, PiecesArriveInOrderWhateverTheirSize) {
  auto file = AtomicFile::create(folder_ / "pieces");
  ASSERT_TRUE(file);
  std::string expected;
  for (std::size_t count : {1u, 3u, 700u}) {
    for (std::size_t size : {0u, 5u, 3000u, 700'000u}) {
      const std::string text(size, static_cast<char>('a' + (count + size) % 26));
      const std::vector<Bytes> pieces(size > 3000 ? 3 : count, as_bytes(text));
      ASSERT_TRUE(file->write("-"));
      ASSERT_TRUE(file->write(pieces));
      expected += "-";
      for (std::size_t i = 0; i < pieces.size(); ++i) expected += text;
    }
  }
  EXPECT_EQ(file->size(), expected.size());
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(*read_text_file(folder_ / "pieces") == expected);
}

// A temporary file that a killed process with our process number left must not stop us.
TEST_F(FileTest, SkipsTemporaryNamesThatExist) {
  const unsigned next = [&] {
    const auto probe = AtomicFile::create(folder_ / "probe");
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename();
      return static_cast<unsigned>(std::stoul(name.substr(name.rfind('-') + 1))) + 1;
    }
    return 0u;
  }();
  for (unsigned i = next; i < next + 3; ++i) {
    std::ofstream(folder_ / format(".x.tmp-{}-{}", ::getpid(), i)) << "stale";
  }
  const auto written = write_file(folder_ / "x", "new");
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(*read_text_file(folder_ / "x"), "new");
  EXPECT_EQ(*read_text_file(folder_ / format(".x.tmp-{}-{}", ::getpid(), next)), "stale");
}

// A rename onto a named pipe or a device would replace it by a regular file.
TEST_F(FileTest, PipesAndDevicesAreNotReplacedByFiles) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(write_file(pipe, "x").error().code, ErrorCode::already_exists);
  EXPECT_TRUE(fs::is_fifo(pipe));
  fs::create_symlink("/dev/null", folder_ / "null");
  EXPECT_EQ(write_file(folder_ / "null", "x").error().code, ErrorCode::already_exists);
  EXPECT_TRUE(fs::is_symlink(folder_ / "null"));
  auto file = AtomicFile::create(folder_ / "late");
  ASSERT_TRUE(file);
  ASSERT_EQ(::mkfifo((folder_ / "late").c_str(), 0600), 0);  // appears while we write
  EXPECT_FALSE(file->commit());
  EXPECT_TRUE(fs::is_fifo(folder_ / "late"));
}

TEST_F(FileTest, SystemErrorsBecomeCodes) {
  EXPECT_EQ(system_error("cannot write", "x", ENOSPC).code, ErrorCode::disk_full);
  EXPECT_EQ(system_error("cannot write", "x", EFBIG).code, ErrorCode::disk_full);
  EXPECT_EQ(system_error("cannot write", "x", EACCES).code, ErrorCode::permission_denied);
}

// When the disk fills up in the middle of a file, the old file stays and no temporary file is left.
TEST_F(FileTest, FullDiskIsReportedAsSuch) {
  ASSERT_TRUE(write_file(folder_ / "old", "good"));
  const std::string large(1 << 20, 'x');
  const SmallDisk disk(64 << 10);
  for (const char* name : {"old", "new"}) {
    const auto written = write_file(folder_ / name, large);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::disk_full);
    EXPECT_FALSE(written.error().hint.empty());
  }
  {
    auto file = AtomicFile::create(folder_ / "pieces");
    ASSERT_TRUE(file);
    Result<void> written;
    for (int i = 0; written && i < 100; ++i) written = file->write(std::string_view(large).substr(0, 10'000));
    if (written) written = file->commit();
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::disk_full);
  }
  EXPECT_EQ(*read_text_file(folder_ / "old"), "good");
  EXPECT_EQ(entries(), 1u);
}

}  // namespace
}  // namespace gs
