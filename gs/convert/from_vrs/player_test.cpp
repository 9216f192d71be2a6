// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The player ends at the first interrupt and does not wait for absurd times.
#include "gs/convert/from_vrs/player.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <limits>
#include <thread>

#include "gs/core/progress.h"
#include "gs/core/testing/sanitizer.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/vrs/payload/layout_fields.h"
#include "gs/logio/vrs/writer.h"

namespace gs::convert {

// Content of a record.
struct Sample {
  uint32_t number = 0;
};
void fields(auto& visit, logio::vrs::LayoutOf<Sample> auto& s) { visit("number", s.number); }

namespace {

void write_samples(const fs::path& path, const std::vector<double>& times) {
  constexpr logio::vrs::StreamId kStream{logio::vrs::recordable::motion, 1};
  logio::vrs::Description description;
  description.streams[kStream] = logio::vrs::make_stream_tags(kStream, "Test");
  add_record_format(description.streams[kStream], logio::vrs::RecordType::data, logio::vrs::layout_of<Sample>(), false);
  auto writer = logio::vrs::Writer::create(path, description, {});
  ASSERT_TRUE(writer);
  for (const double time : times) {
    ASSERT_TRUE(writer->write({.stream = kStream, .timestamp = time}, Bytes(logio::vrs::encode_layout(Sample{}))));
  }
  ASSERT_TRUE(writer->close());
}

// Plays the file in a child process that handles SIGINT like the program.
pid_t start_player(const fs::path& path) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(99);
  install_interrupt_handler();
  Problems problems;
  const auto reader = logio::vrs::Reader::open(path, problems);
  const auto played = reader ? play_vrs(*reader, {}, problems) : Result<void>(reader.error());
  ::_exit(played ? 0 : 1);
}

// Exit code of the child; -1 if it had to be killed after a minute.
int exit_within_a_minute(pid_t child) {
  for (int i = 0; i < 600; ++i) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return -1;
}

// A pause of 3000 s, so only the interrupt can end the player within a minute.
TEST(Player, FirstInterruptEndsAPause) {
  if (kThreadSanitizer) GTEST_SKIP() << "the thread sanitizer delivers no signals after a program with threads forked";
  const TemporaryFolder folder;
  write_samples(folder / "gap.vrs", {0, 3000});
  const pid_t child = start_player(folder / "gap.vrs");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ::kill(child, SIGINT);
  EXPECT_EQ(exit_within_a_minute(child), 0);
}

// Pauses above an hour, infinite times and NaN must not be waited for.
TEST(Player, AbsurdTimesAreNotWaitedFor) {
  const TemporaryFolder folder;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  write_samples(folder / "absurd.vrs", {0, 0.01, 1e7, 1e300, kInfinity, kNan});
  EXPECT_EQ(exit_within_a_minute(start_player(folder / "absurd.vrs")), 0);
}

}  // namespace
}  // namespace gs::convert
