// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Flips bits in public logs of every format: nothing crashes, and only messages that contain the flipped bit are lost.
// Built twice: by default with few flips; with GS_ALL_FLIPS (label slow) with 10,000.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <unordered_map>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/api/log.h"
#include "gs/logio/testing/message_places.h"

namespace gs::logio {
namespace {

#if defined(GS_ALL_FLIPS)
constexpr std::size_t kFlips = 10'000;
#else
constexpr std::size_t kFlips = 150;
#endif

using Counts = std::unordered_map<uint64_t, int>;

// One public log and the byte ranges of its messages.
struct Subject {
  fs::path path;
  std::vector<std::byte> bytes;
  testing::MessagePlaces places;
};

// Number of messages read, by identity; empty if the log cannot be opened.
Counts read_counts(const fs::path& path) {
  Counts counts;
  Problems problems(5);
  const auto log = open_log(path, problems);
  if (!log) return counts;
  const auto stream = (*log)->read({.order = Order::file, .salvage = true}, problems);
  while (stream) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) break;
    for (const MessageView& m : *batch) ++counts[testing::identity_of(m.log_time, m.data)];
  }
  return counts;
}

class DamagedLogs : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* data = std::getenv("GS_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder of public logs";
    std::vector<fs::path> paths;
    for (const char* folder : {"logs", "bag"}) {
      for (const auto& entry : fs::recursive_directory_iterator(fs::path(data) / folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".mcap" || extension == ".db3" || extension == ".bag" || extension == ".zstd") {
          paths.push_back(entry.path());
        }
      }
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      Subject& subject = subjects_.emplace_back();
      subject.path = path;
      subject.bytes = read_binary_file(path, 64 << 20).value();
      subject.places = testing::message_places(path, subject.bytes);
    }
    ASSERT_GT(subjects_.size(), 60u);
  }

  // Checks that every message not hit by the damaged byte is delivered.
  void expect_survivors(const Subject& subject, std::optional<uint64_t> damaged, const fs::path& file) const {
    Counts got = read_counts(file);
    for (std::size_t i = 0; i < subject.places.messages.size(); ++i) {
      if (damaged && !subject.places.survives(i, *damaged)) continue;
      ASSERT_GE(--got[subject.places.messages[i]], 0)
          << "message " << i << " of " << subject.places.messages.size() << " is lost";
    }
  }

  std::vector<Subject> subjects_;
  TemporaryFolder folder_;
};

TEST_F(DamagedLogs, WholeOnesGiveEveryMessage) {
  for (const Subject& subject : subjects_) {
    SCOPED_TRACE(subject.path.string());
    expect_survivors(subject, std::nullopt, subject.path);
  }
}

TEST_F(DamagedLogs, LoseNoMessageTheFlippedBitIsNotIn) {
  const fs::path file = folder_.path() / "flipped";
  for (std::size_t i = 0; i < kFlips; ++i) {
    Random random(17, purpose("log_set_flip"), i);
    const Subject& subject = subjects_[random.below(static_cast<uint32_t>(subjects_.size()))];
    std::vector<std::byte> bytes = subject.bytes;
    const uint32_t at = random.below(static_cast<uint32_t>(bytes.size()));
    bytes[at] ^= static_cast<std::byte>(1 << random.below(8));
    SCOPED_TRACE(format("flip {} at byte {} of {}", i, at, subject.path.string()));
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_NO_FATAL_FAILURE(expect_survivors(subject, at, file));
  }
}

}  // namespace
}  // namespace gs::logio
