// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Several files of one drive are one input: the results of the whole log, keys that depend on every file, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "gs/builder/inspect/inspect_log.h"
#include "gs/builder/pipeline.h"
#include "gs/builder/rebuild.h"
#include "gs/builder/step_settings.h"
#include "gs/builder/steps/build_report.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/builder/testing/drive_recipe.h"
#include "gs/core/json/json.h"
#include "gs/logio/mcap/writer.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::write_drive;

// A drive as one log, and as two: the messages that is_first() accepts and the others.
class ManyInputs : public ::testing::Test {
 protected:
  using IsFirst = std::function<bool(const logio::MessageView&)>;

  void SetUp() override {
    ASSERT_TRUE(write_drive(whole_, {.duration_s = 1.2, .lidar_columns = 300}));
    fs::create_directory(folder_ / "rec");
    Problems problems;
    const auto log = logio::open_log(whole_, problems);
    ASSERT_TRUE(log);
    const Timestamp middle = *(*log)->info().start + Duration::from_ms(600);
    split([&](const logio::MessageView& message) { return message.log_time < middle; });
  }
  void split(const IsFirst& is_first) const {
    copy_if(first_, is_first);
    copy_if(second_, [&](const logio::MessageView& message) { return !is_first(message); });
  }
  // Copies the chosen messages of the whole log to a new one.
  void copy_if(const fs::path& to, const IsFirst& is_chosen) const {
    Problems problems;
    const auto log = logio::open_log(whole_, problems);
    ASSERT_TRUE(log);
    const auto writer = logio::McapWriter::create(to);
    ASSERT_TRUE(writer);
    const auto stream = (*log)->read({}, problems);
    ASSERT_TRUE(stream);
    while (true) {
      const auto batch = (*stream)->next_batch();
      ASSERT_TRUE(batch);
      if (batch->empty()) break;
      for (const logio::MessageView& m : *batch) {
        if (!is_chosen(m)) continue;
        const auto id = (*writer)->add_channel(*m.channel);
        ASSERT_TRUE(id);
        ASSERT_TRUE((*writer)->write(*id, m.log_time, m.publish_time, m.sequence, m.data));
      }
    }
    ASSERT_TRUE((*writer)->close());
  }
  BuildRequest request(const fs::path& input, const std::vector<fs::path>& more) const {
    BuildRequest r{.input = input, .more_inputs = more, .output = folder_ / "worlds/street"};
    r.workspace = folder_ / "w";
    return *resolve(std::move(r));
  }
  // Files that an ingest extracts: path -> content.
  std::map<std::string, std::string> extracted(const std::string& workspace, const fs::path& log,
                                               const std::vector<fs::path>& more) const {
    const Workspace w = *Workspace::open(folder_ / workspace);
    NoProgress quiet;
    const auto report = McapIngest::run(w, {.log = log, .more_logs = more}, quiet);
    EXPECT_TRUE(report) << to_text(report.error());
    std::map<std::string, std::string> files;
    const fs::path raw = w.folder(Step::mcap_ingest) / "raw_extract";
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(raw, error)) {
      if (!entry.is_regular_file(error)) continue;
      files[entry.path().lexically_relative(raw).string()] = read_text_file(entry.path()).value();
    }
    return files;
  }

  TemporaryFolder folder_;
  const fs::path whole_ = folder_ / "whole.mcap", first_ = folder_ / "drive_0.mcap",
                 second_ = folder_ / "rec/drive_1.mcap";
};

TEST_F(ManyInputs, GiveTheFramesAndPosesOfTheWholeLog) {
  const auto expected = extracted("w0", whole_, {});
  EXPECT_GT(expected.size(), 20u);
  EXPECT_TRUE(extracted("w1", first_, {second_}) == expected);
  EXPECT_TRUE(extracted("w2", second_, {first_}) == expected);
  // Recorders that ran side by side, as on two computers.
  split([](const logio::MessageView& message) { return message.channel->topic.starts_with("/camera"); });
  EXPECT_TRUE(extracted("w3", first_, {second_}) == expected);
  const auto source = read_json(folder_ / "w3/00_mcap_ingest/source.json");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->find("file")->text, "drive_0.mcap, drive_1.mcap");
}

// Both recorders have the poses: their stamps must not look like those of a clock that steps back.
TEST_F(ManyInputs, MayBothHoldATopic) {
  const auto expected = extracted("w0", whole_, {});
  const auto is_camera = [](const logio::MessageView& m) { return m.channel->topic.starts_with("/camera"); };
  const auto is_lidar = [](const logio::MessageView& m) { return m.channel->topic.starts_with("/lidar"); };
  copy_if(first_, [&](const logio::MessageView& m) { return !is_lidar(m); });
  copy_if(second_, [&](const logio::MessageView& m) { return !is_camera(m); });
  EXPECT_TRUE(extracted("w1", first_, {second_}) == expected);
}

TEST_F(ManyInputs, ArePlannedAndInspectedAsTheWholeLog) {
  const auto whole = dry_run(request(whole_, {}));
  const auto parts = dry_run(request(first_, {second_}));
  ASSERT_TRUE(whole) << to_text(whole.error());
  ASSERT_TRUE(parts) << to_text(parts.error());
  EXPECT_EQ(parts->plan.images, whole->plan.images);
  EXPECT_EQ(parts->plan.sweeps, whole->plan.sweeps);
  EXPECT_EQ(parts->duration_s, whole->duration_s);
  EXPECT_EQ(parts->log_bytes, fs::file_size(first_) + fs::file_size(second_));
  const auto all_seen = inspect_log(request(whole_, {}), {});
  const auto seen = inspect_log(request(first_, {second_}), {});
  ASSERT_TRUE(all_seen) << to_text(all_seen.error());
  ASSERT_TRUE(seen) << to_text(seen.error());
  EXPECT_EQ(seen->file, "drive_0.mcap, drive_1.mcap");
  EXPECT_EQ(seen->log.message_count, all_seen->log.message_count);
  EXPECT_EQ(seen->exit_code(), all_seen->exit_code());
  EXPECT_EQ(seen->topics.size(), all_seen->topics.size());
}

TEST_F(ManyInputs, AllBelongToTheKeyOfTheIngest) {
  const std::string both = ingest_settings(request(first_, {second_}));
  EXPECT_EQ(both, ingest_settings(request(first_, {second_})));
  EXPECT_NE(both, ingest_settings(request(first_, {})));
  copy_if(second_, [](const logio::MessageView&) { return true; });
  EXPECT_NE(both, ingest_settings(request(first_, {second_})));
}

TEST_F(ManyInputs, ADamagedFileIsAWarningThatNamesIt) {
  const std::string bytes = read_text_file(second_).value();
  ASSERT_TRUE(write_file(second_, std::string_view(bytes).substr(0, bytes.size() * 3 / 4)));
  const Workspace w = *Workspace::open(folder_ / "w");
  NoProgress quiet;
  const auto report = McapIngest::run(w, {.log = first_, .more_logs = {second_}}, quiet);
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_TRUE(std::ranges::any_of(report->problems,
                                  [](const Problem& p) { return p.file.find("drive_1.mcap") != std::string::npos; }));
}

TEST_F(ManyInputs, AreRefusedIfOneIsGivenTwiceOrIsNoLog) {
  for (const auto& repeated : {request(first_, {first_}), request(first_, {second_, folder_ / "rec"})}) {
    NoProgress quiet;
    EXPECT_EQ(exit_code(dry_run(repeated).error()), 2);
    EXPECT_EQ(exit_code(inspect_log(repeated, {}).error()), 2);
    const auto built = run_build(repeated, quiet);
    ASSERT_FALSE(built);
    EXPECT_EQ(exit_code(built.error()), 2);
    EXPECT_FALSE(fs::exists(folder_ / "w"));
  }
  ASSERT_TRUE(write_file(second_, std::string_view("hello")));
  for (const auto& more : {second_, folder_ / "absent.mcap"}) {
    const auto plan = dry_run(request(first_, {more}));
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, BuildCode::mcap_read_error);
    EXPECT_THAT(plan.error().message, HasSubstr(more.filename().string()));
  }
}

TEST_F(ManyInputs, MayNotContainOutputOrWorkspaceNorLieInThem) {
  BuildRequest r = request(first_, {second_});
  EXPECT_TRUE(check_request(r));
  r.output = folder_ / "rec";
  EXPECT_EQ(exit_code(check_request(r).error()), 2);
  r = request(first_, {second_});
  r.workspace = folder_ / "rec";
  EXPECT_EQ(exit_code(check_request(r).error()), 2);
  r = request(first_, {folder_ / "rec"});
  r.output = folder_ / "rec/street";
  EXPECT_EQ(exit_code(check_request(r).error()), 2);
}

// For run-step and rebuild.
TEST_F(ManyInputs, AreRememberedInTheReport) {
  PackOptions options{.input = first_, .more_inputs = {second_}, .output = folder_ / "worlds/street"};
  options.scene_id = "street";
  const fs::path report = folder_ / "request.json";
  ASSERT_TRUE(write_file(report, write_recipe(options)));
  const auto remembered = remembered_request(folder_.path());
  ASSERT_TRUE(remembered) << to_text(remembered.error());
  EXPECT_TRUE(remembered->input == first_);
  EXPECT_TRUE(remembered->more_inputs == std::vector<fs::path>{second_});
  // A log that is not at its path is looked for beside the report.
  fs::rename(second_, folder_ / "drive_1.mcap");
  const auto again = rebuild_request(report, {}, {});
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_TRUE(again->more_inputs == std::vector<fs::path>{folder_ / "drive_1.mcap"});
  fs::remove(folder_ / "drive_1.mcap");
  const auto missing = rebuild_request(report, {}, {});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("drive_1.mcap"));
  EXPECT_TRUE(rebuild_request(report, {first_}, {})->more_inputs.empty());
}

}  // namespace
}  // namespace gs::builder
