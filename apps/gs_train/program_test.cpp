// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs the program gs-train on poor, damaged and oversized data.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>

#include "gs/assets/image/png.h"
#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/source_folder.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/dataset/points_ply.h"

namespace gs {
namespace {

// Exit code and output of a program.
struct Outcome {
  int exit = -1;
  std::string text{};  // stdout and stderr
  bool says(std::string_view words) const { return text.find(words) != std::string::npos; }
};

// Runs a shell command and captures its exit code and output.
Outcome run(const std::string& command) {
  Outcome out;
  std::FILE* pipe = popen(("( " + command + " ) 2>&1").c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[4096];
  while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe)) out.text.append(buffer, read);
  const int status = pclose(pipe);
  out.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

// A data set with four frames of one camera of 32 x 24 pixels that looks along z of the map at a few points.
class GsTrain : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"images/camera_front", "masks/camera_front", "poses"})
      fs::create_directories(root_ / name);
    configure(R"(["camera_front"])", R"("camera_front": )" + lens(32, 24));
    std::string poses;
    for (int k = 0; k < 4; ++k) {
      poses += pose(k, 0.1 * k);
      picture(k, 32, 24, 0);
    }
    write("poses/camera_front.txt", poses);
    std::vector<splat::train::ColoredPoint> points;
    for (int i = 0; i < 60; ++i) {
      Random random(2, purpose("gs_train_test"), static_cast<uint64_t>(i));
      const auto u = [&] { return static_cast<float>(random.uniform(-1, 1)); };
      points.push_back({{2 * u(), u(), 4 + u()}, 120, 130, 140});
    }
    ASSERT_TRUE(dataset::write_points_ply(root_ / "points.ply", points));
  }
  void write(const std::string& name, std::string_view text) { ASSERT_TRUE(write_file(root_ / name, text)); }
  // JSON of a pinhole camera whose optical axis passes through the image centre.
  static std::string lens(int width, int height) {
    return format(R"({{"width": {}, "height": {}, "model": "pinhole", "fx": 25, "fy": 25, "cx": {}, "cy": {},
                      "distortion_model": "none"}})",
                  width, height, 0.5 * width - 0.5, 0.5 * height - 0.5);
  }
  // Writes the configuration and intrinsics of the data set; frame 2 is held out.
  void configure(const std::string& ids, const std::string& cameras) {
    write("dataset_config.json", R"({"version": "1.0.0", "camera_ids": )" + ids + R"(, "held_out": [2]})");
    write("intrinsics.json", R"({"version": "1.0.0", "cameras": {)" + cameras + "}}");
  }
  // One line of a pose file: frame, timestamp and a 3x4 matrix.
  static std::string pose(int frame, double x) {
    return format("{} {} 1 0 0 {} 0 1 0 0 0 0 1 0\n", frame, 0.1 * frame, x);
  }
  // Writes an image of stripes, or of pure noise.
  void picture(int frame, int width, int height, int noise, const std::string& camera = "camera_front") {
    assets::Image image = assets::Image::make(width, height, 3);
    for (std::size_t i = 0; i < image.data.size(); ++i) {
      Random random(static_cast<uint64_t>(frame), purpose("gs_train_noise"), i);
      image.data[i] = static_cast<uint8_t>(noise > 0 ? 255 * random.below(2) : 60 + 4 * (i / 3 % 32));
    }
    ASSERT_TRUE(assets::write_png(root_ / "images" / camera / format("{:010d}.png", frame), image));
  }
  // Writes a uniform mask.
  void mask(const std::string& name, uint8_t value, int width = 32, int height = 24) {
    assets::Image image = assets::Image::make(width, height, 1);
    std::fill(image.data.begin(), image.data.end(), value);
    ASSERT_TRUE(assets::write_png(root_ / "masks" / name, image));
  }
  // Runs gs-train on the data set with small limits; `more` are further options, `before` is a shell prefix.
  Outcome train(const std::string& more = "", const std::string& before = "", int iterations = 20) const {
    return run(
        format("{} exec {}/gs-train {} --output {} --backend cpu --training-iterations {} "
               "--training-max-gaussians 150 --training-densify-interval 10 --training-densify-start-iter 5 "
               "--output-save-iterations 10 {}",
               before, program_folder().string(), root_.string(), out_.string(), iterations, more));
  }

  TemporaryFolder folder_;
  fs::path root_ = folder_ / "set", out_ = folder_ / "out";
};

// A normal run: exit code 0, checkpoint and contact sheet written.
TEST_F(GsTrain, TrainsOnADataSetAndSaysHowGoodItIs) {
  const Outcome done = train();
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("held-out views")) << done.text;
  EXPECT_TRUE(fs::exists(out_ / "checkpoints/iteration_20/point_cloud.ply"));
  EXPECT_TRUE(fs::exists(out_ / "contact_sheet.png"));
}

// Without a held-out view, quality is measured on the training view.
TEST_F(GsTrain, OneImageIsEnough) {
  write("poses/camera_front.txt", pose(0, 0));
  const Outcome done = train();
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("training views"));
}

TEST_F(GsTrain, WithoutLidarItBeginsWithTheImages) {
  fs::remove(root_ / "points.ply");
  EXPECT_EQ(train().exit, 0);
}

// An image whose size differs from its camera is skipped with a warning that names it.
TEST_F(GsTrain, CamerasMayHaveOtherSizesAndImagesMayNot) {
  fs::create_directories(root_ / "images/camera_left");
  configure(R"(["camera_front", "camera_left"])",
            R"("camera_front": )" + lens(32, 24) + R"(, "camera_left": )" + lens(20, 40));
  write("poses/camera_left.txt", pose(0, 0) + pose(1, 0.2));
  picture(0, 20, 40, 0, "camera_left");
  picture(1, 40, 20, 0, "camera_left");
  const Outcome done = train();
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("camera_left/0000000001")) << done.text;
  EXPECT_TRUE(done.says("40 x 20"));
}

// Noise images and absurd poses: training finishes and warns about the low PSNR.
TEST_F(GsTrain, WrongPosesGiveABadFigureAndAWarning) {
  for (int k = 0; k < 4; ++k) picture(k, 32, 24, 1);
  write("poses/camera_front.txt", pose(0, 0) + pose(1, 900) + pose(2, -50) + pose(3, 1e6));
  const Outcome done = train();
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("psnr") && done.says("is poor: poses")) << done.text;
}

// Exit code 3 (input cannot be read), and the message names the line.
TEST_F(GsTrain, NanInAPoseIsNamed) {
  write("poses/camera_front.txt", pose(0, 0) + "1 0.1 1 0 0 nan 0 1 0 0 0 0 1 0\n");
  const Outcome done = train();
  EXPECT_EQ(done.exit, 3) << done.text;
  EXPECT_TRUE(done.says("line 2")) << done.text;
}

// Views with unusable masks are skipped with a warning; without any view left, exit code 5.
TEST_F(GsTrain, MasksThatAreEmptyOfAnotherSizeOrOfEverythingCostTheirView) {
  write("masks/camera_front/0000000000.png", "");
  mask("camera_front/0000000001.png", 255, 24, 32);
  mask("camera_front/0000000003.png", 0);
  Outcome done = train();  // only the held-out view is left
  EXPECT_EQ(done.exit, 5) << done.text;
  EXPECT_TRUE(done.says("24 x 32") && done.says("masked entirely: not used")) << done.text;
  EXPECT_TRUE(done.says("no image to train on")) << done.text;
  fs::remove(root_ / "masks/camera_front/0000000000.png");
  done = train();
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_EQ(train("--no-training-masks").exit, 0);
}

TEST_F(GsTrain, AMaskOfEverythingForAllFramesIsAnError) {
  mask("camera_front.png", 0);
  const Outcome done = train();
  EXPECT_EQ(done.exit, 3) << done.text;
  EXPECT_TRUE(done.says("masked entirely")) << done.text;
}

// A truncated checkpoint is skipped for the one before; one of another version for a new start.
TEST_F(GsTrain, CheckpointsCutShortOrOfAnotherVersionArePassedOver) {
  ASSERT_EQ(train().exit, 0);
  const fs::path last = out_ / "checkpoints/iteration_20/state.gstc",
                 first = out_ / "checkpoints/iteration_10/state.gstc";
  fs::resize_file(last, fs::file_size(last) / 2);
  Outcome done = train("--resume");
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("from iteration 10")) << done.text;
  std::string bytes = read_text_file(first).value();
  bytes[4] = 99;
  ASSERT_TRUE(write_file(first, bytes));
  fs::remove_all(last.parent_path());
  done = train("--resume");
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_FALSE(done.says("resumed")) << done.text;
  EXPECT_NE(read_text_file(out_ / "training_log.txt").value().find("version 99"), std::string::npos);
}

// `ulimit -f` makes writes fail like a full disk.
TEST_F(GsTrain, AFullDiskLeavesThePreviousCheckpoint) {
  ASSERT_EQ(train("", "", 10).exit, 0);
  const std::string kept = read_text_file(out_ / "checkpoints/iteration_10/state.gstc").value();
  Outcome done = train("--resume", "trap '' XFSZ; ulimit -f 8;");
  EXPECT_EQ(done.exit, 5) << done.text;
  EXPECT_TRUE(read_text_file(out_ / "checkpoints/iteration_10/state.gstc").value() == kept);
  EXPECT_FALSE(fs::exists(out_ / "checkpoints/iteration_20/state.gstc"));
  done = train("--resume");
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("from iteration 10")) << done.text;
}

// Two chunks; a resume finds both finished.
TEST_F(GsTrain, ALongDriveIsTrainedInChunksAndGoesOnWithThem) {
  std::string poses;
  for (int k = 0; k < 12; ++k) {
    poses += pose(k, 2.0 * k);
    picture(k, 32, 24, 0);
  }
  write("poses/camera_front.txt", poses);
  const std::string chunks = "--chunks-split-above-m 10 --chunks-length-m 12 --chunks-overlap-m 3 ";
  Outcome done = train(chunks);
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("trained in 2 chunks") && done.says("11 m to 22 m")) << done.text;
  EXPECT_TRUE(fs::exists(out_ / "chunks/chunk_001/checkpoints/iteration_20/state.gstc"));
  EXPECT_TRUE(fs::exists(out_ / "checkpoints/iteration_20/point_cloud.ply"));
  done = train(chunks + "--resume");
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("finished earlier")) << done.text;
}

TEST_F(GsTrain, WarnsOfEveryValueGivenThatThePresetLowers) {
  const Outcome done = train("--model-sh-degree 3 --training-max-image-side 800 --training-seed 5");
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(done.says("warning: model.sh_degree is 1, not 3")) << done.text;
  EXPECT_TRUE(done.says("warning: training.max_image_side is 640, not 800")) << done.text;
  EXPECT_FALSE(done.says("warning: training.iterations")) << done.text;
  EXPECT_FALSE(done.says("warning: training.seed")) << done.text;
  EXPECT_FALSE(done.says("warning: training.initial_share")) << done.text;  // defaults cause no warning
  const Outcome full = train("--model-sh-degree 3 --training-preset full");
  EXPECT_EQ(full.exit, 0) << full.text;
  EXPECT_FALSE(full.says("the preset for CPUs")) << full.text;
}

TEST_F(GsTrain, ADataSetNamedLikeACommandIsTrainedByItsPath) {
  fs::rename(root_, folder_ / "pack");
  const Outcome done = run(format("cd {} && exec {}/gs-train ./pack --output {} --backend cpu --training-iterations 5",
                                  folder_.path().string(), program_folder().string(), out_.string()));
  EXPECT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(run(program_folder().string() + "/gs-train --help").says("./pack"));
}

}  // namespace
}  // namespace gs
