// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The synthetic RealSense bag.
#include "gs/synth/d435i/d435i.h"

#include <gtest/gtest.h>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/folder_contents.h"
#include "gs/core/testing/option_sweep.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/api/log.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/rosmsg/views.h"
#include "gs/synth/d435i/d435i_image.h"

namespace gs::synth {
namespace {

// Temporary folder for bags.
class D435i : public testing::Test {
 protected:
  TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  NoProgress progress_;
};

TEST_F(D435i, ContainsTheRequestedStreams) {
  const D435iOptions options{
      .seconds = 0.5, .color_width = 64, .color_height = 48, .depth_width = 32, .depth_height = 24, .imu = true};
  const auto report = write_d435i_bag(folder_ / "a.bag", options, progress_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->color_frames, 15u);
  EXPECT_EQ(report->gyro_samples, 100u);
  Problems problems;
  const auto log = logio::open_rosbag1(folder_ / "a.bag", problems);
  ASSERT_TRUE(log);
  auto stream = (*log)->read({.topics = {"/device_0/sensor_0/Depth_0/image/data"}}, problems);
  std::size_t frames = 0;
  for (auto batch = (*stream)->next_batch(); batch && !batch->empty(); batch = (*stream)->next_batch()) {
    for (const logio::MessageView& message : *batch) {
      const auto image = rosmsg::view_image(rosmsg::MessageEncoding::ros1, message.data);
      ASSERT_TRUE(image);
      EXPECT_EQ(image->header.frame_id, "1");
      // Four bytes after the image hold the depth unit.
      ASSERT_EQ(image->rest.size(), 4u);
      EXPECT_EQ(load_le<float>(image->rest.data()), 0.001f);
      ++frames;
    }
  }
  EXPECT_EQ(frames, report->depth_frames);
}

TEST_F(D435i, SameOptionsSameBytes) {
  const D435iOptions options{.seconds = 0.2,
                             .color_width = 320,
                             .color_height = 240,
                             .depth_width = 160,
                             .depth_height = 120,
                             .compression = "lz4"};
  {
    const ScopedThreadCount threads(1);
    ASSERT_TRUE(write_d435i_bag(folder_ / "one.bag", options, progress_));
  }
  {
    const ScopedThreadCount threads(4);
    ASSERT_TRUE(write_d435i_bag(folder_ / "four.bag", options, progress_));
  }
  EXPECT_TRUE(*read_text_file(folder_ / "one.bag") == *read_text_file(folder_ / "four.bag"));
}

// Real sensor images compress by 1.1 to 1.5 with LZ4; benchmarks would mislead with smoother images.
TEST_F(D435i, ColourCompressesLikeASensor) {
  const ColorCamera camera(1920, 1080, 1);
  std::vector<uint8_t> pixels;
  for (uint64_t frame : {0u, 60u, 119u}) {
    camera.render(frame, pixels);
    logio::Encoder encoder;
    logio::Buffer packed;
    ASSERT_TRUE(encoder.encode(logio::Codec::lz4, 0, std::as_bytes(std::span(pixels)), packed));
    const double ratio = static_cast<double>(pixels.size()) / static_cast<double>(packed.size());
    EXPECT_GT(ratio, 1.1) << frame;
    EXPECT_LT(ratio, 1.5) << frame;
  }
}

TEST(D435iOptions, EachOneChangesTheBag) {
  const D435iOptions small{
      .seconds = 0.1, .color_width = 64, .color_height = 48, .depth_width = 32, .depth_height = 24};
  const std::vector<ShortChange> probes{{"seconds=0.2"}, {"fps=60"}, {"imu=true"}, {"compression=lz4"}, {"seed=2"}};
  expect_every_option_is_read<D435iOptions>(small, option_changes(probes), [](const D435iOptions& options) {
    const TemporaryFolder folder;
    NoProgress quiet;
    EXPECT_TRUE(write_d435i_bag(folder / "a.bag", options, quiet));
    return folder_contents(folder.path());
  });
}

}  // namespace
}  // namespace gs::synth
