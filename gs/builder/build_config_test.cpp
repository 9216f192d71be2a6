// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Configuration files of the builder, its exit codes, and the workspace's memory of finished steps.
#include "gs/builder/build_config.h"

#include <gtest/gtest.h>

#include "gs/builder/testing/drive_recipe.h"
#include "gs/config/yaml.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/source_folder.h"
#include "gs/mapping/drivable/drivable_area.h"
#include "gs/mapping/ground/ground_surface.h"
#include "gs/mapping/mesh/static_mesh.h"

namespace gs::builder {
namespace {

using testing::TemporaryFolder;

TEST(BuildError, HasTheExitCodesOfTheSpecification) {
  const std::pair<BuildCode, int> table[] = {
      {BuildCode::mcap_read_error, 3},  {BuildCode::topic_not_found, 4},     {BuildCode::insufficient_data, 3},
      {BuildCode::tf_missing, 4},       {BuildCode::camera_info_missing, 4}, {BuildCode::invalid_calibration, 5},
      {BuildCode::training_failed, 5},  {BuildCode::gpu_out_of_memory, 5},   {BuildCode::checkpoint_not_found, 5},
      {BuildCode::pointcloud_empty, 5}, {BuildCode::heightmap_invalid, 5},   {BuildCode::validation_failed, 6},
      {BuildCode::file_missing, 6},     {BuildCode::configuration, 2},       {BuildCode::other, 1}};
  for (const auto& [code, exit] : table) EXPECT_EQ(exit_code(code), exit) << to_string(code);
  EXPECT_EQ(to_string(BuildCode::gpu_out_of_memory), "GPU_OUT_OF_MEMORY");
  EXPECT_EQ(to_string(BuildCode::file_missing), "FILE_MISSING");
}

TEST(BuildError, JsonHasTheFiveFields) {
  const BuildError error = BuildError(BuildCode::topic_not_found, "mcap_ingest", "no '/a'", "look")
                               .with_detail("available_topics", Node::list({Node::of("/b")}));
  const auto json = parse_json(to_json(error));
  ASSERT_TRUE(json);
  const Node& inner = *json->find("error");
  EXPECT_EQ(inner.find("code")->text, "TOPIC_NOT_FOUND");
  EXPECT_EQ(inner.find("component")->text, "mcap_ingest");
  EXPECT_EQ(inner.find("message")->text, "no '/a'");
  EXPECT_EQ(inner.find("details")->find("available_topics")->items[0].text, "/b");
  EXPECT_EQ(inner.find("suggestion")->text, "look");
}

TEST(BuildError, LibraryErrorsKeepTheirName) {
  const BuildError error = fail(ErrorCode::disk_full, "no space");
  EXPECT_EQ(exit_code(error), 1);
  EXPECT_NE(to_json(error).find("DISK_FULL"), std::string::npos);
}

TEST(BuildConfig, AFileOfTopicsReplacesThoseThatItNames) {
  const TemporaryFolder folder;
  TopicsConfig topics{.odom = "/odom", .tf = "/tf"};
  ASSERT_TRUE(write_file(folder / "topics.yaml", "lidars: {top: /points}\nodom: /localization\n"));
  ASSERT_TRUE(read_topics_file(folder / "topics.yaml", topics));
  EXPECT_EQ(topics.odom, "/localization");
  EXPECT_EQ(topics.tf, "/tf");
  EXPECT_EQ(topics.lidars, (IdMap{{"top", "/points"}}));
  for (const char* bad : {"odometry: /a\n", "lidars: [1]\n", "odom: /a\ntf: /a\n", "- x\n", "{"}) {
    ASSERT_TRUE(write_file(folder / "bad.yaml", bad));
    const auto refused = read_topics_file(folder / "bad.yaml", topics);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().code, BuildCode::configuration);
  }
  EXPECT_EQ(topics.odom, "/localization");
}

TEST(BuildConfig, ReadsFixedKeysAndMapsOfSensors) {
  const auto config = parse_build_config(R"(version: "1.0.0"
output: {scene_id: street}
topics:
  cameras: {front: /cam/a, left: /cam/b}
  lidars: {top: /points}
  odom: /odom
frames:
  base_link: car
  lidars: {top: velodyne}
time_range: {start_sec: 1.5, duration_sec: 20}
pipeline: {enable_geometry_builder: false}
)");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->topics.cameras, (IdMap{{"front", "/cam/a"}, {"left", "/cam/b"}}));
  EXPECT_EQ(config->topics.lidars.at("top"), "/points");
  EXPECT_EQ(config->frames.base_link, "car");
  EXPECT_EQ(config->frames.lidars.at("top"), "velodyne");
  EXPECT_EQ(config->time_range.duration_sec, 20);
  EXPECT_FALSE(config->enabled[static_cast<std::size_t>(Step::geometry_builder)]);
  EXPECT_TRUE(config->enabled[static_cast<std::size_t>(Step::mcap_ingest)]);
  const Node node = to_node(*config);
  EXPECT_EQ(node.find("topics")->find("cameras")->find("left")->text, "/cam/b");
}

TEST(BuildConfig, RefusesWhatIsWrongWithExitCode2) {
  const char* bad[] = {
      "topics: {camera: {front: /a}}",                      // unknown key
      "topics: {cameras: {Front: /a}}",                     // invalid sensor id
      "topics: {cameras: {front: /a}, odom: /a}",           // used twice
      "topics: {cameras: [front]}",                         // not a map
      "topics: {cameras: {front: 3}}",                      // not a text
      "origin: {latitude: 35}",                             // not all three
      "origin: {latitude: 95, longitude: 0, altitude: 0}",  // out of range
      "version: \"2.0.0\"",                                 // another MAJOR
      "output: {scene_id: a/b}",                            // no folder name
      "topics: {cameras: {front: /a}",                      // syntax
  };
  for (const char* yaml : bad) {
    const auto config = parse_build_config(yaml);
    ASSERT_FALSE(config) << yaml;
    EXPECT_EQ(exit_code(config.error()), 2) << yaml;
  }
}

TEST(BuildConfig, GeometryAndTrainingFilesAreStrict) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "g.yaml", "heightmap: {resolution: 0.2, extent: {x_min: -5}}\n"));
  const auto geometry = read_geometry_config(folder / "g.yaml");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->resolution, 0.2);
  EXPECT_EQ(geometry->x_min, -5);
  ASSERT_TRUE(write_file(folder / "even.yaml", "heightmap: {filter: {median_kernel: 4}}\n"));
  EXPECT_FALSE(read_geometry_config(folder / "even.yaml"));
  ASSERT_TRUE(write_file(folder / "t.yaml", "training: {learning_rate: {position: 0.001}}\nmodel: {sh_degree: 1}\n"));
  const auto training = read_gs_training_config(folder / "t.yaml");
  ASSERT_TRUE(training) << training.error().message;
  EXPECT_EQ(training->trainer.training.learning_rate.position, 0.001);
  EXPECT_EQ(training->trainer.model.sh_degree, 1);
  EXPECT_FALSE(read_gs_training_config(folder / "missing.yaml"));
}

// The files in config/ document the defaults of the code, so both must agree.
TEST(BuildConfig, TheFilesInConfigAreTheDefaults) {
  const fs::path folder = source_folder() / "config";
  const auto config = read_build_config(folder / "default_config.yaml");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(write_json(to_node(*config)), write_json(to_node(BuildConfig())));
  const auto training = read_gs_training_config(folder / "default_gs_training_config.yaml");
  ASSERT_TRUE(training) << training.error().message;
  EXPECT_EQ(write_json(to_node(*training)), write_json(to_node(GsTrainingConfig())));
  const auto geometry = read_geometry_config(folder / "default_geometry_config.yaml");
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(write_json(to_node(*geometry)), write_json(to_node(GeometryConfig())));
  EXPECT_TRUE(read_gs_training_config(folder / "demo_gs_training_config.yaml"));
}

// Names in the document that are not options of the table, and options that the document does not show.
template <class Config>
std::vector<std::string> not_shown(const fs::path& path) {
  const auto root = config::parse_yaml(read_text_file(path).value());
  EXPECT_TRUE(root) << path;
  Config config;
  std::vector<std::string> missing;
  const OptionTable table = OptionTable::of(config);
  for (const Option& option : table.all()) {
    const Node* node = &*root;
    for (std::size_t begin = 0; node != nullptr && begin < option.name.size();) {
      const std::size_t end = std::min(option.name.find('.', begin), option.name.size());
      node = node->find(option.name.substr(begin, end - begin));
      begin = end + 1;
    }
    if (node == nullptr) missing.push_back(option.name);
  }
  return missing;
}

TEST(BuildConfig, TheFilesInConfigShowEveryKey) {
  const fs::path folder = source_folder() / "config";
  const std::vector<std::string> none;
  EXPECT_EQ(not_shown<BuildConfig>(folder / "default_config.yaml"), none);
  EXPECT_EQ(not_shown<GsTrainingConfig>(folder / "default_gs_training_config.yaml"), none);
  EXPECT_EQ(not_shown<GeometryConfig>(folder / "default_geometry_config.yaml"), none);
  const auto root = config::parse_yaml(read_text_file(folder / "default_config.yaml").value());
  for (const char* group : {"topics", "frames"}) {  // maps from sensor ids are not in the option table
    EXPECT_NE(root->find(group)->find("cameras"), nullptr) << group;
    EXPECT_NE(root->find(group)->find("lidars"), nullptr) << group;
  }
}

// Ranges of the file and of the algorithm must agree.
TEST(BuildConfig, LimitsOfTheGeometryAreThoseOfTheMapping) {
  GeometryConfig config;
  mapping::GroundOptions ground;
  mapping::DrivableOptions drivable;
  mapping::MeshOptions mesh;
  const OptionTable file = OptionTable::of(config);
  const auto expect_same = [&](const char* key, const OptionTable& algorithm, const char* name) {
    EXPECT_EQ(file.find(key)->range->min, algorithm.find(name)->range->min) << key;
    EXPECT_EQ(file.find(key)->range->max, algorithm.find(name)->range->max) << key;
  };
  expect_same("heightmap.resolution", OptionTable::of(ground), "resolution_m");
  expect_same("heightmap.filter.median_kernel", OptionTable::of(ground), "median_kernel");
  expect_same("heightmap.filter.outlier_threshold", OptionTable::of(ground), "outlier_threshold_m");
  expect_same("drivable.buffer_width", OptionTable::of(drivable), "buffer_width_m");
  expect_same("drivable.simplify_tolerance", OptionTable::of(drivable), "simplify_tolerance_m");
  expect_same("static_mesh.voxel_size", OptionTable::of(mesh), "voxel_m");
}

TEST(BuildConfig, RefusesWhatNothingReads) {
  EXPECT_FALSE(parse_geometry_config("heightmap: {method: mesh_rasterization}"));
  EXPECT_FALSE(parse_geometry_config("heightmap: {extent: {x_min: 5, x_max: 4}}"));
  EXPECT_TRUE(parse_geometry_config("heightmap: {extent: {x_min: 5}}"));
  for (const char* name : {"/tmp/checkpoints", "../checkpoints", "..", "a/b", "''"}) {
    EXPECT_FALSE(parse_gs_training_config(format("output: {{checkpoint_dir: {}}}", name))) << name;
  }
  EXPECT_TRUE(parse_gs_training_config("output: {checkpoint_dir: mine}"));
}

TEST(Workspace, RemembersHowAStepWasFinished) {
  const TemporaryFolder folder;
  const auto workspace = Workspace::open(folder / "w");
  ASSERT_TRUE(workspace);
  EXPECT_FALSE(workspace->finished(Step::mcap_ingest));
  ASSERT_TRUE(workspace->set_finished(Step::mcap_ingest, {"k", 1.5, {"a warning"}}));
  EXPECT_FALSE(workspace->finished(Step::mcap_ingest));  // no folder
  fs::create_directories(workspace->folder(Step::mcap_ingest));
  EXPECT_EQ(workspace->folder(Step::mcap_ingest).filename(), "00_mcap_ingest");
  const auto record = workspace->finished(Step::mcap_ingest);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->key, "k");
  EXPECT_EQ(record->seconds, 1.5);
  EXPECT_EQ(record->warnings, std::vector<std::string>{"a warning"});
  workspace->set_unfinished(Step::mcap_ingest);
  EXPECT_FALSE(workspace->finished(Step::mcap_ingest));
}

// The hidden folder has a name like the temporary folders of OutputFolder, of a process that cannot exist: Linux
// numbers processes up to 2^22.
TEST(Workspace, RemovesWhatAKilledBuildLeft) {
  const TemporaryFolder folder;
  ASSERT_TRUE(Workspace::open(folder / "w"));
  const fs::path left = folder / "w/.00_mcap_ingest.tmp-5000000-0";
  fs::create_directories(left / "raw_extract");
  fs::create_directories(folder / "w/00_mcap_ingest");
  ASSERT_TRUE(Workspace::open(folder / "w"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(folder / "w/00_mcap_ingest"));
}

TEST(Workspace, IdentityOfALogFollowsItsBytes) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "one"));
  const std::string before = quick_identity(folder / "a").value();
  EXPECT_EQ(quick_identity(folder / "a").value(), before);
  ASSERT_TRUE(write_file(folder / "a", "two"));
  EXPECT_NE(quick_identity(folder / "a").value(), before);
}

}  // namespace
}  // namespace gs::builder
