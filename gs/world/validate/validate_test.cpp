// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Broken variants of worlds/minimal_test: every rule is broken once, and the validator must report it.
#include "gs/world/validate/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "gs/assets/glb/glb.h"
#include "gs/assets/image/png.h"
#include "gs/assets/rad/rad.h"
#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/testing/source_folder.h"
#include "gs/splat/lod/lod_tree.h"
#include "gs/splat/model/ply.h"
#include "gs/world/bundle.h"
#include "gs/world/lod_file.h"
#include "gs/world/sky_image.h"
#include "gs/world/static_mesh.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

// A copy of worlds/minimal_test that each test damages.
class BrokenBundle : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "_" + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    root_ = fs::path(testing::TempDir()) / name;
    restore();
  }
  void TearDown() override { fs::remove_all(root_); }

  void restore() {
    fs::remove_all(root_);
    fs::create_directories(root_);
    folder_ = root_ / "world";
    fs::copy(source_folder() / "worlds" / "minimal_test", folder_, fs::copy_options::recursive);
  }
  std::string text(const std::string& file) const { return *read_text_file(folder_ / file); }
  // Without write_file(), whose hundreds of fsyncs would take long.
  void write(const std::string& file, std::string_view content) {
    std::ofstream(folder_ / file, std::ios::binary | std::ios::trunc) << content;
  }
  // Replaces the first occurrence of a text in a file.
  void edit(const std::string& file, std::string_view from, std::string_view to) {
    std::string content = text(file);
    const auto at = content.find(from);
    ASSERT_NE(at, std::string::npos) << file << ": " << from;
    write(file, content.replace(at, from.size(), to));
  }
  // "severity: file: ..." lines.
  std::string report() const {
    const ValidationReport validation = validate_world(folder_);
    std::string lines;
    for (const Problem& problem : validation.problems) lines += to_string(problem) + "\n";
    return lines;
  }
  bool is_valid() const { return validate_world(folder_).valid(); }
  bool loads() const { return load_world(folder_).has_value(); }

  fs::path root_, folder_;
};

TEST_F(BrokenBundle, TheUnbrokenOneIsValidAndLoads) {
  EXPECT_EQ(report(), "");
  EXPECT_TRUE(loads());
}

TEST_F(BrokenBundle, EveryListedFileIsRequired) {
  for (const char* file :
       {"world.yaml", "metadata.json", "gaussians/background.splat.ply", "gaussians/render_config.json",
        "geometry/heightmap.bin", "geometry/heightmap.yaml", "geometry/drivable.geojson", "sensors/calibration.yaml",
        "sensors/tf_static.json", "sim/timebase.yaml", "sim/trajectory.csv"}) {
    restore();
    fs::remove(folder_ / file);
    EXPECT_THAT(report(), HasSubstr("error: " + std::string(file) + ": FILE_MISSING"));
  }
}

TEST_F(BrokenBundle, FilesThatAreNotListedAreIgnored) {
  write("geometry/notes.txt", "hello");
  EXPECT_EQ(report(), "");
}

TEST_F(BrokenBundle, EmptyFilesAreErrors) {
  for (const char* file :
       {"world.yaml", "metadata.json", "gaussians/background.splat.ply", "gaussians/render_config.json",
        "geometry/heightmap.bin", "geometry/heightmap.yaml", "geometry/drivable.geojson", "sensors/calibration.yaml",
        "sensors/tf_static.json", "sim/timebase.yaml", "sim/trajectory.csv"}) {
    restore();
    write(file, "");
    EXPECT_THAT(report(), HasSubstr("error: " + std::string(file))) << file;
  }
}

TEST_F(BrokenBundle, UnreadableFilesAreErrors) {
  fs::remove(folder_ / "metadata.json");
  fs::create_directory(folder_ / "metadata.json");
  EXPECT_THAT(report(), HasSubstr("error: metadata.json: is a folder"));
}

TEST_F(BrokenBundle, FilesWithoutPermissionAreErrors) {
  fs::permissions(folder_ / "metadata.json", fs::perms::none);
  // Root can read everything: check as another user.
  constexpr uid_t kNobody = 65534;
  const uid_t self = ::geteuid();
  ASSERT_EQ(::seteuid(self == 0 ? kNobody : self), 0);
  const std::string found = report();
  ASSERT_EQ(::seteuid(self), 0);
  EXPECT_THAT(found, HasSubstr("Permission denied"));
}

// One replacement and a part of the expected report; empty: the bundle must stay valid.
struct Edit {
  const char *name, *file, *from, *to, *expected;
};
void PrintTo(const Edit& edit, std::ostream* out) { *out << edit.name; }

class EditedBundle : public BrokenBundle, public testing::WithParamInterface<Edit> {};

TEST_P(EditedBundle, IsReported) {
  const Edit& e = GetParam();
  edit(e.file, e.from, e.to);
  EXPECT_THAT(report(), HasSubstr(e.expected));
  const bool is_error = std::string_view(e.expected).starts_with("error");
  EXPECT_EQ(is_valid(), !is_error);
}

const Edit kEdits[] = {
    {"NewerMajor", "world.yaml", "1.1.0", "2.0.0", "error: world.yaml: version: version 2.0.0 is not supported"},
    {"NewerMinor", "world.yaml", "1.1.0", "1.9.0", "warning: world.yaml: version: version 1.9.0 is newer"},
    {"OlderMinor", "world.yaml", "1.1.0", "1.0.0", ""},
    {"NoVersion", "sim/timebase.yaml", "version: \"1.0.0\"\n", "", "error: sim/timebase.yaml: version"},
    {"MetadataMajor", "metadata.json", "1.0.0", "3.0.0", "error: metadata.json: version"},
    {"CalibrationMajor", "sensors/calibration.yaml", "1.0.0", "0.1.0", "error: sensors/calibration.yaml: version"},
    {"HeightmapMajor", "geometry/heightmap.yaml", "1.0.0", "2.0.0", "error: geometry/heightmap.yaml: version"},
    {"RenderConfigMajor", "gaussians/render_config.json", "1.0.0", "2.0.0",
     "error: gaussians/render_config.json: vers"},
    {"TfVersionMajor", "sensors/tf_static.json", "{\n  \"tr", "{\"version\": \"2.0.0\", \"tr",
     "error: sensors/tf_static"},
    {"TfVersion", "sensors/tf_static.json", "{\n  \"tr", "{\"version\": \"1.0.0\", \"tr", ""},
    {"SceneIdSyntax", "world.yaml", "\"minimal_test\"", "\"../minimal\"", "error: world.yaml: scene_id (line 2)"},
    {"SceneIdDiffers", "metadata.json", "\"minimal_test\"", "\"other\"", "error: metadata.json: scene_id: is 'other'"},
    {"PathEscapes", "world.yaml", "metadata.json", "../metadata.json", "error: world.yaml: metadata (line 3)"},
    {"PathAbsolute", "world.yaml", "\"metadata.json", "\"/metadata.json", "error: world.yaml: metadata (line 3)"},
    {"PathEmpty", "world.yaml", "\"metadata.json\"", "\"\"", "error: world.yaml: metadata (line 3)"},
    {"PathWrongType", "world.yaml", "\"metadata.json\"", "[a]", "error: world.yaml: metadata (line 3): is a list"},
    {"GroupMissing", "world.yaml", "sensors:", "sensor:", "error: world.yaml: sensors (line 1): is missing"},
    {"UnknownKey", "world.yaml",
     "metadata:", "future: 1\nmetadata:", "notice: world.yaml: future (line 3): unknown key"},
    {"MeshListedButMissing", "world.yaml", "geometry:\n", "geometry:\n  static_mesh: \"geometry/m.glb\"\n",
     "error: geometry/m.glb: FILE_MISSING"},
    {"PreviewListedButMissing", "world.yaml", "sim:\n", "preview:\n  overview: \"preview/o.png\"\nsim:\n",
     "warning: preview/o.png: FILE_MISSING"},
    {"QualityIsNoJson", "world.yaml", "sim:\n", "quality: \"world.yaml\"\nsim:\n", "error: world.yaml:"},
    {"SkyIsNoPng", "world.yaml", "gaussians:\n", "gaussians:\n  sky: \"metadata.json\"\n", "error: metadata.json: "},
    {"CreatedAt", "metadata.json", "2026-01-01T", "2026-13-01T", "error: metadata.json: created_at"},
    {"CreatedAtType", "metadata.json", "\"2026-01-01T00:00:00Z\"", "5",
     "error: metadata.json: created_at: is an integer"},
    {"SourceType", "metadata.json", "\"synthetic\"", "\"tape\"", "error: metadata.json: source.type: is 'tape'"},
    {"OriginPart", "metadata.json", "\"odom_frame\"", "\"origin_lat\": 35.0, \"odom_frame\"",
     "error: metadata.json: coordinate_system: has an incomplete origin"},
    {"OriginWhole", "metadata.json", "\"odom_frame\"",
     "\"origin_lat\": 35.0, \"origin_lon\": 139.0, \"origin_alt\": 4.0, \"odom_frame\"", ""},
    {"OriginRange", "metadata.json", "\"odom_frame\"",
     "\"origin_lat\": 95.0, \"origin_lon\": 139.0, \"origin_alt\": 4.0, \"odom_frame\"", "error: metadata.json"},
    {"ExtentReversed", "metadata.json", "\"max_x\": 10.7", "\"max_x\": -10.7",
     "error: metadata.json: spatial_extent.max_x"},
    {"Units", "metadata.json", "\"meters\"", "\"feet\"", "error: metadata.json: spatial_extent.units"},
    {"Md5", "metadata.json", "\"type\": \"synthetic\"", "\"type\": \"mcap\", \"md5\": \"abc\"",
     "warning: metadata.json: source.md5"},
    {"SensorNotCalibrated", "metadata.json", "\"front\"", "\"front\", \"rear\"",
     "error: metadata.json: sensors.cameras: 'rear' has no calibration"},
    {"SensorNotListed", "metadata.json", "\n      \"front\"\n", "",
     "error: metadata.json: sensors.cameras: 'front' of"},
    {"SensorIdSyntax", "metadata.json", "\"top\"", "\"Top\"", "error: metadata.json: sensors.lidars[0]: is 'Top'"},
    {"ShDegree", "gaussians/render_config.json", "\"sh_degree\": 1", "\"sh_degree\": 3",
     "error: gaussians/render_config.json: sh_degree: is 3"},
    {"ShDegreeRange", "gaussians/render_config.json", "\"sh_degree\": 1", "\"sh_degree\": 4",
     "error: gaussians/render_con"},
    {"Format", "gaussians/render_config.json", "splat_ply", "npz",
     "error: gaussians/render_config.json: gaussian_format"},
    {"QuaternionOrder", "gaussians/render_config.json", "xyzw", "wxyz",
     "error: gaussians/render_config.json: quaternion"},
    {"FarPlane", "gaussians/render_config.json", "1000.0", "0.05",
     "error: gaussians/render_config.json: rendering.far"},
    {"LowPass", "gaussians/render_config.json", "\"antialiasing\": false", "\"low_pass_px2\": 0",
     "error: gaussians/render_config.json: low_pass_px2"},
    {"Background", "gaussians/render_config.json", "0.9", "1.9", "error: gaussians/render_config.json: rendering.back"},
    {"HeightmapWidth", "geometry/heightmap.yaml", "width: 128", "width: 127",
     "error: geometry/heightmap.bin: INVALID_HEIGHTMAP_SIZE"},
    {"HeightmapHuge", "geometry/heightmap.yaml", "width: 128", "width: 999999999999",
     "error: geometry/heightmap.yaml: width"},
    {"HeightmapRange", "geometry/heightmap.yaml", "min_height: 0.0", "min_height: -3.0",
     "warning: geometry/heightmap.bin"},
    {"HeightmapOutOfRange", "geometry/heightmap.yaml", "max_height: 0.0", "max_height: -0.5",
     "error: geometry/heightmap.yaml"},
    {"Resolution", "geometry/heightmap.yaml", "0.1", "-0.1", "error: geometry/heightmap.yaml: resolution"},
    {"DrivableEmpty", "geometry/drivable.geojson", "[\n    {", "[], \"rest\": [\n    {",
     "error: geometry/drivable.geojson: features: there is no drivable area"},
    {"DrivableTwoPoints", "geometry/drivable.geojson",
     "[10.0, -3.0],\n            [10.0, 3.0],\n            [-1.5, 3.0],\n            [-1.5, -3.0]", "[1, 1]",
     "error: geometry/drivable.geojson: features[0].geometry.coordinates[0]: has 2 points"},
    {"DrivableWinding", "geometry/drivable.geojson", "[10.0, -3.0],\n            [10.0, 3.0],\n            [-1.5, 3.0]",
     "[-1.5, 3.0], [10.0, 3.0], [10.0, -3.0]", "error: geometry/drivable.geojson"},
    {"DrivableCrossing", "geometry/drivable.geojson", "[10.0, 3.0],\n            [-1.5, 3.0]",
     "[-1.5, 1.0], [9.0, 3.0]", "error: geometry/drivable.geojson: features[0].geometry.coordinates: is not simple"},
    {"NanCalibration", "sensors/calibration.yaml", "fx: 500.0", "fx: .nan",
     "error: sensors/calibration.yaml: cameras.front"},
    {"HorizontalResolutionTooFine", "sensors/calibration.yaml", "horizontal_resolution: 0.4",
     "horizontal_resolution: 1.0e-9", "error: sensors/calibration.yaml: lidars.top.spec.horizontal_resolution"},
    {"HorizontalResolutionFinest", "sensors/calibration.yaml", "horizontal_resolution: 0.4",
     "horizontal_resolution: 0.001", "notice: sensors/calibration.yaml: lidars.top.spec"},
    {"InfTranslation", "sensors/calibration.yaml", "[1.0, 0.0, 1.5]", "[1.0, .inf, 1.5]",
     "error: sensors/calibration.yaml"},
    {"TfTranslation", "sensors/tf_static.json", "\"z\": 1.5", "\"z\": 1.500002",
     "error: sensors/tf_static.json: base_link -> camera_front: translation differs"},
    {"TfTranslationWithinTolerance", "sensors/tf_static.json", "\"z\": 1.5", "\"z\": 1.5000005", ""},
    {"TfRotation", "sensors/calibration.yaml", "[-0.5, 0.5, -0.5, 0.5]", "[0.5, 0.5, -0.5, 0.5]",
     "error: sensors/tf_static.json: base_link -> camera_front: rotation differs"},
    {"TfNegatedQuaternion", "sensors/calibration.yaml", "[-0.5, 0.5, -0.5, 0.5]", "[0.5, -0.5, 0.5, -0.5]", ""},
    {"TfMissing", "sensors/tf_static.json", "camera_front", "camera_rear",
     "error: sensors/tf_static.json: base_link -> camera_front: is missing"},
    {"TfParent", "sensors/tf_static.json", "base_link", "odom",
     "error: sensors/tf_static.json: base_link -> camera_front"},
    {"TfIsNoList", "sensors/tf_static.json", "\"transforms\": [", "\"transforms\": 5, \"x\": [",
     "error: sensors/tf_static"},
    {"CameraRate", "sim/timebase.yaml", "camera: 12.0", "camera: 12.00001",
     "error: sim/timebase.yaml: sensor_rates.camera"},
    {"LidarRateMissing", "sim/timebase.yaml", "  lidar: 20.0\n", "", "error: sim/timebase.yaml: sensor_rates.lidar"},
    {"DtZero", "sim/timebase.yaml", "dt: 0.01", "dt: 0", "error: sim/timebase.yaml: simulation.dt"},
    {"DtTooShort", "sim/timebase.yaml", "dt: 0.01", "dt: 1.0e-12", "error: sim/timebase.yaml: simulation.dt"},
    {"DtShortest", "sim/timebase.yaml", "dt: 0.01", "dt: 1.0e-6", ""},
    {"DtLong", "sim/timebase.yaml", "dt: 0.01", "dt: 0.1", "warning: sim/timebase.yaml: simulation.dt"},
    {"InitialQuaternion", "sim/timebase.yaml", "[0.0, 0.0, 0.0, 1.0]", "[0.0, 0.0, 0.0, 1.1]",
     "error: sim/timebase.yaml: initial_pose.orientation (line 10): INVALID_QUATERNION"},
    {"InitialOffroad", "sim/timebase.yaml", "position: [0.0, 0.0", "position: [0.0, 5.0", "outside the drivable area"},
    {"InitialNoGround", "sim/timebase.yaml", "position: [0.0, 0.0", "position: [900.0, 0.0",
     "where the ground is unknown"},
    {"InitialVelocity", "sim/timebase.yaml", "velocity: [0.0, 0.0", "velocity: [.nan, 0.0", "error: sim/timebase.yaml"},
    {"TrajectoryHeader", "sim/trajectory.csv", "timestamp", "time", "error: sim/trajectory.csv: line 1"},
    {"PlyCount", "gaussians/background.splat.ply", "vertex 100", "vertex 99", "error: gaussians/background.splat.ply"},
    {"PlyClaim", "gaussians/background.splat.ply", "vertex 100", "vertex 1099511627776", "error: gaussians/background"},
    {"PlyOrderComment", "gaussians/background.splat.ply", "quaternion_order xyzw", "quaternion_order wxyz",
     "error: gaussia"},
};
INSTANTIATE_TEST_SUITE_P(Validate, EditedBundle, testing::ValuesIn(kEdits),
                         [](const auto& edit) { return std::string(edit.param.name); });

TEST_F(BrokenBundle, NanAndInfInTheGaussiansAreFound) {
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    std::string ply = text("gaussians/background.splat.ply");
    // Gaussian 7, property 10 of 23: the opacity.
    std::memcpy(ply.data() + ply.find("end_header\n") + 11 + 4 * (23 * 7 + 10), &bad, sizeof(bad));
    write("gaussians/background.splat.ply", ply);
    EXPECT_THAT(report(), HasSubstr("Gaussian 7, opacity: 1 values are not finite"));
  }
}

// gs-simulator --allow-oversize passes over this code. The file has a hole where the Gaussians would be.
TEST_F(BrokenBundle, MoreGaussiansThanAllowedHaveTheirOwnCode) {
  std::string ply = text("gaussians/background.splat.ply");
  const std::size_t header = ply.find("end_header\n") + 11, record = (ply.size() - header) / 100;
  ply.replace(ply.find("vertex 100"), 10, "vertex 5000001");
  write("gaussians/background.splat.ply", ply);
  fs::resize_file(folder_ / "gaussians/background.splat.ply", header + 4 + 5'000'001 * record);
  const ValidationReport report = validate_world(folder_);
  EXPECT_EQ(std::ranges::count(report.problems, ErrorCode::limit_exceeded, &Problem::code), 1);
}

TEST_F(BrokenBundle, AQuaternionThatIsNotNormalisedIsFound) {
  std::string ply = text("gaussians/background.splat.ply");
  const float bad = 1.5f;
  std::memcpy(ply.data() + ply.find("end_header\n") + 11 + 4 * (23 * 3 + 6), &bad, sizeof(bad));
  write("gaussians/background.splat.ply", ply);
  EXPECT_THAT(report(), HasSubstr("Gaussian 3, rot: INVALID_QUATERNION: 1 rotations"));
  const float nearly = 0.01f;  // norm 1.00005
  std::memcpy(ply.data() + ply.find("end_header\n") + 11 + 4 * (23 * 3 + 6), &nearly, sizeof(nearly));
  write("gaussians/background.splat.ply", ply);
  EXPECT_THAT(report(), HasSubstr("warning: gaussians/background.splat.ply: rot: 1 rotations are off unit length"));
  EXPECT_TRUE(is_valid());
}

TEST_F(BrokenBundle, InfiniteHeightsAreFound) {
  std::string bin = text("geometry/heightmap.bin");
  const float bad = INFINITY;
  std::memcpy(bin.data() + 4 * 130, &bad, sizeof(bad));
  write("geometry/heightmap.bin", bin);
  EXPECT_THAT(report(),
              HasSubstr("error: geometry/heightmap.bin: 1 samples are infinite, the first at column 2, row 1"));
}

TEST_F(BrokenBundle, AMeshMustParse) {
  edit("world.yaml", "geometry:\n", "geometry:\n  static_mesh: \"geometry/m.glb\"\n");
  const assets::TriangleMesh triangle{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .indices = {0, 1, 2}};
  ASSERT_TRUE(assets::write_glb(folder_ / "geometry/m.glb", triangle));
  EXPECT_EQ(report(), "");
  fs::resize_file(folder_ / "geometry/m.glb", 40);
  EXPECT_THAT(report(), HasSubstr("error: geometry/m.glb: "));
}

TEST_F(BrokenBundle, PicturesMustBePng) {
  edit("world.yaml", "gaussians:\n", "gaussians:\n  sky: \"gaussians/sky.png\"\n");
  edit("world.yaml", "sim:\n", "preview:\n  overview: \"gaussians/sky.png\"\nsim:\n");
  ASSERT_TRUE(assets::write_png(folder_ / "gaussians/sky.png", assets::Image::make(8, 4, 3)));
  EXPECT_EQ(report(), "");
  ASSERT_TRUE(assets::write_png(folder_ / "gaussians/sky.png", assets::Image::make(8, 8, 3)));
  EXPECT_THAT(report(), HasSubstr("warning: gaussians/sky.png: is 8 x 8 pixels"));
  write("gaussians/sky.png", "no picture");
  EXPECT_THAT(report(), HasSubstr("error: gaussians/sky.png: "));
}

TEST_F(BrokenBundle, ALevelOfDetailTreeMustParseAndBeMadeOfTheGaussians) {
  edit("world.yaml", "gaussians:\n", "gaussians:\n  lod: \"gaussians/lod.rad\"\n");
  EXPECT_THAT(report(), HasSubstr("error: gaussians/lod.rad: "));
  const fs::path gaussians = folder_ / "gaussians/background.splat.ply", lod = folder_ / kLodFile;
  const auto tree = splat::lod::build_lod_tree(splat::load_ply(gaussians).value()).value();
  ASSERT_TRUE(assets::save_rad(lod, tree, {.comment = lod_comment(gaussians).value()}));
  EXPECT_EQ(report(), "");
  EXPECT_EQ(load_world(folder_)->index.lod, "gaussians/lod.rad");
  // Of other Gaussians, without a comment, and cut off.
  ASSERT_TRUE(assets::save_rad(lod, tree, {.comment = lod_comment(folder_ / "world.yaml").value()}));
  EXPECT_THAT(report(), HasSubstr("warning: gaussians/lod.rad: was made of other Gaussians"));
  ASSERT_TRUE(assets::save_rad(lod, tree));
  EXPECT_THAT(report(), HasSubstr("warning: gaussians/lod.rad: was made of other Gaussians"));
  fs::resize_file(lod, fs::file_size(lod) - 8);
  EXPECT_THAT(report(), HasSubstr("error: gaussians/lod.rad: "));
}

TEST_F(BrokenBundle, LinksThatLeaveTheBundleAreErrors) {
  fs::rename(folder_ / "metadata.json", root_ / "metadata.json");
  fs::create_symlink("../metadata.json", folder_ / "metadata.json");
  EXPECT_THAT(report(), HasSubstr("error: metadata.json: link leads outside of the bundle"));
  EXPECT_FALSE(loads());
}

// The loaders of the builder and the simulator must reject what the validator rejects.
TEST_F(BrokenBundle, SkyAndMeshBehindALinkOutsideAreNotLoaded) {
  edit("world.yaml", "gaussians:\n", "gaussians:\n  sky: \"gaussians/sky.png\"\n");
  edit("world.yaml", "geometry:\n", "geometry:\n  static_mesh: \"geometry/m.glb\"\n");
  const assets::TriangleMesh triangle{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .indices = {0, 1, 2}};
  ASSERT_TRUE(assets::write_png(root_ / "secret.png", assets::Image::make(8, 4, 3)));
  ASSERT_TRUE(assets::write_glb(root_ / "secret.glb", triangle));
  fs::copy(root_ / "secret.png", folder_ / "gaussians/sky.png");
  fs::copy(root_ / "secret.glb", folder_ / "geometry/m.glb");
  const auto world = load_world(folder_);
  ASSERT_TRUE(world) << world.error().message;
  EXPECT_EQ(load_sky_image(*world)->value().width, 8);
  EXPECT_EQ(load_static_mesh(*world, {})->triangles.size(), 3u);
  for (const auto& [link, target] : {std::pair("gaussians/sky.png", "secret.png"), {"geometry/m.glb", "secret.glb"}}) {
    fs::remove(folder_ / link);
    fs::create_symlink(root_ / target, folder_ / link);
  }
  const auto sky = load_sky_image(*world);
  const auto mesh = load_static_mesh(*world, {});
  ASSERT_FALSE(sky);
  ASSERT_FALSE(mesh);
  EXPECT_EQ(sky.error().code, ErrorCode::invalid_data);
  EXPECT_THAT(mesh.error().message, HasSubstr("link leads outside of the bundle"));
}

// YAML aliases that expand to 6^39 values, and brackets nested 100,000 deep.
TEST_F(BrokenBundle, BombsAreRefusedQuickly) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 40; ++i) {
    const std::string n = std::to_string(i), p = "*a" + std::to_string(i - 1);
    bomb += "a" + n + ": &a" + n + " [" + p + "," + p + "," + p + "," + p + "," + p + "," + p + "]\n";
  }
  write("sensors/calibration.yaml", bomb);
  write("metadata.json", std::string(100'000, '['));
  write("geometry/drivable.geojson", "{\"type\":" + std::string(100'000, '['));
  EXPECT_THAT(report(), HasSubstr("error: sensors/calibration.yaml: line"));
  EXPECT_THAT(report(), HasSubstr("error: metadata.json: nested deeper"));
  EXPECT_THAT(report(), HasSubstr("error: geometry/drivable.geojson: nested deeper"));
}

TEST_F(BrokenBundle, CrLfTextFilesAreRead) {
  for (const char* file : {"world.yaml", "metadata.json", "geometry/drivable.geojson", "sensors/calibration.yaml",
                           "sim/timebase.yaml", "sim/trajectory.csv"}) {
    std::string crlf;
    for (const char c : text(file)) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    write(file, crlf);
  }
  EXPECT_EQ(report(), "");
}

TEST_F(BrokenBundle, TruncatedFilesNeverCrashAndAreNeverValid) {
  for (const char* file :
       {"world.yaml", "metadata.json", "gaussians/background.splat.ply", "gaussians/render_config.json",
        "geometry/heightmap.bin", "geometry/heightmap.yaml", "geometry/drivable.geojson", "sensors/calibration.yaml",
        "sensors/tf_static.json", "sim/timebase.yaml"}) {
    restore();
    const std::string whole = text(file);
    const std::size_t step = std::max<std::size_t>(whole.size() / 23, 1);
    for (std::size_t size = 0; size + 2 < whole.size(); size += step) {
      write(file, whole.substr(0, size));
      if (is_valid()) {  // a YAML text may end after any line; the rest must then be a complete document
        EXPECT_TRUE(whole[size] == '\n' || std::string_view(file).ends_with(".yaml")) << file << " cut at " << size;
      }
    }
  }
}

TEST_F(BrokenBundle, FlippedBitsNeverCrash) {
  for (const char* file : {"world.yaml", "metadata.json", "sensors/calibration.yaml", "sensors/tf_static.json",
                           "geometry/drivable.geojson", "gaussians/background.splat.ply"}) {
    const std::string whole = text(file);
    for (std::size_t i = 0; i < whole.size(); i += std::max<std::size_t>(whole.size() / 40, 1)) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 7)));
      write(file, flipped);
      (void)validate_world(folder_);
    }
    write(file, whole);
  }
}

TEST_F(BrokenBundle, AllProblemsAreReportedNotOnlyTheFirst) {
  edit("metadata.json", "\"meters\"", "\"feet\"");
  edit("sensors/calibration.yaml", "fx: 500.0", "fx: -1");
  edit("sim/timebase.yaml", "dt: 0.01", "dt: 0");
  fs::remove(folder_ / "geometry/drivable.geojson");
  EXPECT_EQ(validate_world(folder_).problems.count(Severity::error), 4u) << report();
}

TEST_F(BrokenBundle, TextReportHasOneLinePerFileAndAVerdict) {
  edit("metadata.json", "\"meters\"", "\"feet\"");
  const std::string text = to_text(validate_world(folder_));
  EXPECT_THAT(text, HasSubstr("ok       world.yaml\n"));
  EXPECT_THAT(text, HasSubstr("error    metadata.json: spatial_extent.units: is 'feet' (allowed: meters)\n"));
  EXPECT_TRUE(text.ends_with("INVALID: 1 error, 0 warnings, 0 notices\n")) << text;
}

TEST_F(BrokenBundle, JsonReportSaysTheSame) {
  edit("metadata.json", "\"meters\"", "\"feet\"");
  const auto json = parse_json(to_json(validate_world(folder_)));
  ASSERT_TRUE(json);
  EXPECT_FALSE(json->find("valid")->boolean);
  EXPECT_EQ(json->find("errors")->integer, 1);
  const Node& metadata = json->find("files")->items[1];
  EXPECT_EQ(metadata.find("file")->text, "metadata.json");
  EXPECT_EQ(metadata.find("status")->text, "error");
  EXPECT_EQ(metadata.find("problems")->items[0].find("place")->text, "spatial_extent.units");
  EXPECT_EQ(metadata.find("problems")->items[0].find("allowed")->text, "meters");
}

TEST_F(BrokenBundle, NoFolderIsAProblemNotACrash) {
  EXPECT_THAT(to_text(validate_world(root_ / "nowhere")), HasSubstr("FILE_MISSING"));
  EXPECT_THAT(to_text(validate_world(folder_ / "world.yaml")), HasSubstr("error"));
}

}  // namespace
}  // namespace gs::world
