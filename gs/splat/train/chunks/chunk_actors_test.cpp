// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive in chunks trains its actors.
#include "gs/splat/train/chunks/chunk_actors.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/train/testing/wall_scene.h"

namespace gs::splat::train {
namespace {

namespace fs = std::filesystem;
using splat::testing::file_bytes;

TrainingReport train_wall(const TrainingData& data, const fs::path& output, int64_t iterations, bool resume = false) {
  NoProgress quiet;
  const TrainingOptions options = testing::chunk_options(iterations);
  const ChunkPlan plan = plan_chunks(data.views, options.chunks);
  EXPECT_EQ(plan.chunks.size(), 2u);
  return train_in_chunks(plan, testing::sources_of(data), options, {.output = output, .resume = resume}, quiet).value();
}

// Both chunks show the box: the second one goes on where the first one stopped, and the merged cloud is compared with
// the box in front of it.
TEST(ChunkActors, AreTrainedByEveryChunkThatShowsThem) {
  const TemporaryFolder folder;
  const TrainingReport report = train_wall(testing::long_wall(true), folder / "out", 200);
  ASSERT_EQ(report.actors.size(), 1u);
  const ActorReport& actor = report.actors[0];
  EXPECT_TRUE(actor.trained);
  EXPECT_EQ(actor.id, "car_a0001");
  EXPECT_GE(actor.views, 8u);  // held-out views of both chunks
  EXPECT_GT(actor.psnr_db, actor.painted_psnr_db + 3);
  const GaussianCloud saved = load_ply(folder / "out/actors/car_a0001.ply", {.source = PlySource::bundle}).value();
  EXPECT_EQ(saved.size(), actor.gaussians);
  const GaussianCloud first =
      load_ply(folder / "out/chunks/chunk_000/actors/car_a0001.ply", {.source = PlySource::bundle}).value();
  EXPECT_FALSE(splat::testing::same_bits(saved, first));
  const std::string text = read_text_file(folder / "out/training_report.json").value();
  EXPECT_NE(text.find("car_a0001"), std::string::npos) << text;
  // Without the box in the rendered images, the comparison would be far worse.
  TrainingData none = testing::long_wall(true);
  for (TrainingView& view : none.views) view.actors.clear();
  none.actors.clear();
  EXPECT_GT(report.last.psnr_db, train_wall(none, folder / "none", 200).last.psnr_db + 3);
  EXPECT_FALSE(fs::exists(folder / "none/actors"));
}

TEST(ChunkActors, AreTheSameAfterAResumeAndForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const TrainingData data = testing::long_wall(true);
  const auto run = [&](const char* name, int threads, bool resume) {
    const ScopedThreadCount scope(threads);
    const TrainingReport report = train_wall(data, folder / name, 40, resume);
    EXPECT_EQ(report.actors.size(), 1u);
    return file_bytes(folder / name / "actors/car_a0001.ply");
  };
  const auto whole = run("a", 1, false);
  EXPECT_FALSE(whole.empty());
  EXPECT_EQ(run("b", 3, false), whole);
  EXPECT_EQ(run("a", 2, true), whole);  // both chunks were finished
  fs::remove(folder / "b/chunks/chunk_001/cell.ply");
  EXPECT_EQ(run("b", 2, true), whole);  // the second one was not
}

// The numbers of actors in the data of a chunk are its own.
TEST(ChunkActors, AChunkHasOnlyTheActorsThatItsViewsShow) {
  std::vector<TrainedActor> all;
  for (const char* id : {"a", "b", "c"}) {
    all.push_back({.id = id, .size_m = {1, 1, 1}, .painted = std::make_shared<GaussianCloud>(testing::grey_box())});
  }
  TrainingData data;
  data.views.resize(2);
  data.views[0].actors = {{.actor = 2}, {.actor = 0}};
  data.views[1].actors = {{.actor = 0}};
  ChunkActors(std::move(all)).add_to(data);
  ASSERT_EQ(data.actors.size(), 2u);
  EXPECT_EQ(data.actors[0].id, "c");
  EXPECT_EQ(data.views[0].actors[0].actor, 0u);
  EXPECT_EQ(data.views[0].actors[1].actor, 1u);
  EXPECT_EQ(data.views[1].actors[0].actor, 1u);
}

TEST(ChunkActors, RefusesReportsThatDoNotFit) {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& text) {
    EXPECT_TRUE(write_file(folder / "training_report.json", text));
    ChunkActors actors({{.id = "a", .size_m = {1, 1, 1}, .painted = std::make_shared<GaussianCloud>()}});
    const auto taken = actors.take(folder.path());
    return taken ? std::string() : taken.error().message;
  };
  EXPECT_EQ(error_of("{}"), "");
  EXPECT_EQ(error_of(R"({"actors": [{"id": "a", "trained": false, "views": 1, "pixels": 2}]})"), "");
  EXPECT_NE(error_of(R"({"actors": [{"id": "b", "trained": false, "views": 1, "pixels": 2}]})").find("'b'"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"actors": [{"id": "a", "trained": false, "views": -1}]})").find("needs"), std::string::npos);
  EXPECT_NE(error_of(R"({"actors": [{"id": "a", "trained": true, "views": 1, "pixels": 2}]})"), "");
}

}  // namespace
}  // namespace gs::splat::train
