// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The DriveStudio configuration follows our training options.
#include "gs/builder/training/drivestudio/drivestudio_config.h"

#include <gtest/gtest.h>

#include "gs/config/yaml.h"

namespace gs::builder {
namespace {

// Node at a path of keys separated by dots.
const Node& at(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    node = node->find(path.substr(0, dot));
    EXPECT_NE(node, nullptr) << path;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return *node;
}

TEST(DriveStudioConfig, HoldsOneBackgroundAndASky) {
  const DriveStudioSet set{.cameras = 2, .timesteps = 40, .test_stride = 8, .downscale = 2.5, .sky_masks = true};
  const Node root = config::parse_yaml(drivestudio_config({}, set, "/data/my set")).value();
  EXPECT_EQ(at(root, "seed").integer, 42);
  EXPECT_EQ(at(root, "model").members.size(), 2u);
  EXPECT_EQ(at(root, "model.Background.type").text, "models.gaussians.VanillaGaussians");
  EXPECT_EQ(at(root, "model.Background.init.from_lidar.num_samples").integer, 800'000);
  EXPECT_EQ(at(root, "model.Sky.params.resolution").integer, 1024);
  EXPECT_EQ(at(root, "trainer.type").text, "models.trainers.MultiTrainer");
  EXPECT_EQ(at(root, "trainer.optim.num_iters").integer, 30000);
  EXPECT_EQ(at(root, "trainer.gaussian_optim_general_cfg.xyz.lr").real, 1.6e-4);
  EXPECT_DOUBLE_EQ(at(root, "trainer.gaussian_optim_general_cfg.sh_rest.lr").real, 1.25e-4);
  EXPECT_DOUBLE_EQ(at(root, "trainer.gaussian_ctrl_general_cfg.densify_grad_thresh").real, 5e-4);
  EXPECT_EQ(at(root, "trainer.gaussian_ctrl_general_cfg.stop_split_at").integer, 15000);
  EXPECT_EQ(at(root, "trainer.losses.mask.w").real, 0.05);
  EXPECT_EQ(at(root, "trainer.losses.rgb.w").real, 0.85);
  EXPECT_EQ(at(root, "data.data_root").text, "/data/my set");
  EXPECT_EQ(at(root, "data.dataset").text, "nuscenes");
  EXPECT_EQ(at(root, "data.pixel_source.cameras").items.size(), 2u);
  EXPECT_EQ(at(root, "data.pixel_source.downscale_when_loading").items[1].real, 2.5);
  EXPECT_EQ(at(root, "data.pixel_source.test_image_stride").integer, 8);
  EXPECT_FALSE(at(root, "data.pixel_source.load_objects").boolean);
  EXPECT_TRUE(at(root, "data.pixel_source.load_sky_mask").boolean);
  EXPECT_TRUE(at(root, "render.render_novel").is_null());
  EXPECT_EQ(at(root, "logging.saveckpt_freq").integer, 30000);
}

TEST(DriveStudioConfig, FollowsTheTrainingConfiguration) {
  splat::train::TrainingOptions options;
  options.training.iterations = 7;
  options.training.max_gaussians = 1000;
  options.optimization = {.refine_pose = true, .refine_exposure = true};
  options.model.sh_degree = 2;
  const Node root = config::parse_yaml(drivestudio_config(options, {.cameras = 1, .timesteps = 2}, "/d")).value();
  EXPECT_EQ(at(root, "model").members.size(), 4u);
  EXPECT_EQ(at(root, "model.Background.init.far_randoms").integer, 100);
  EXPECT_EQ(at(root, "trainer.gaussian_ctrl_general_cfg.sh_degree").integer, 2);
  EXPECT_EQ(at(root, "trainer.losses.mask.w").real, 0);  // no sky masks
  EXPECT_EQ(at(root, "logging.print_freq").integer, 1);
  EXPECT_EQ(at(root, "logging.vis_freq").integer, 7);  // must not be 0: DriveStudio divides by it
  EXPECT_TRUE(at(root, "render.render_full").boolean);
}

// A value that the option does not have.
std::vector<std::string> other_value(const Option& option) {
  const std::string now = option.get().empty() ? "" : option.get().front();
  for (const std::string& choice : option.choices) {
    if (choice != now) return {choice};
  }
  if (option.type == OptionType::boolean) return {now == "true" ? "false" : "true"};
  if (option.is_list()) return {"3"};
  if (option.type == OptionType::text) return {"other"};
  const double value = std::stod(now);
  const bool grows = !option.range || value + 1 <= option.range->max;
  return {option.type == OptionType::integer ? std::to_string(value < 2 ? std::stoll(now) + 1 : std::stoll(now) / 2)
                                             : std::to_string(grows && value < 0.5 ? value + 0.25 : value * 0.5)};
}

TEST(DriveStudioConfig, KnowsWhichOptionsItReads) {
  const DriveStudioSet set{.cameras = 1, .timesteps = 2, .sky_masks = true};
  splat::train::TrainingOptions start;
  const OptionTable table = OptionTable::of(start);
  for (const Option& listed : table.all()) {
    if (listed.choices.size() == 1 || (listed.range && listed.range->min == listed.range->max)) continue;
    if (listed.name == "training.image_scale" || listed.name == "training.max_image_side") continue;  // of the data set
    splat::train::TrainingOptions changed;
    const auto done = OptionTable::of(changed).set(listed.name, other_value(listed));
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(drivestudio_config(start, set, "/d") != drivestudio_config(changed, set, "/d"),
              reaches_drivestudio(listed.name))
        << listed.name;
  }
}

}  // namespace
}  // namespace gs::builder
