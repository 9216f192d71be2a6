// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/truth.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/assets/glb/glb.h"
#include "gs/assets/image/png.h"
#include "gs/core/folders/output_folder.h"
#include "gs/core/json/json_writer.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/exposure.h"
#include "gs/synth/drive/schedule.h"
#include "gs/synth/truth/ground_truth.h"
#include "gs/synth/truth/optical_flow.h"
#include "gs/synth/truth/sweep_truth.h"
#include "gs/synth/truth/traffic_truth.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"

namespace gs::synth {
namespace {

const char* const kKind = "truth of gs-synth";

// Writes a pose as {"translation": [x, y, z], "rotation_xyzw": [x, y, z, w]}.
void write_pose(JsonWriter& json, std::string_view name, const Rigid3d& pose) {
  json.key(name).begin_object();
  json.field("translation", std::vector<double>{pose.translation.x, pose.translation.y, pose.translation.z});
  json.field("rotation_xyzw", std::vector<double>{pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w});
  json.end_object();
}

// 16-bit depth in 1/256 m; 0 for sky and depths beyond 255.99 m.
assets::Image depth_image(const CameraFrame& frame) {
  assets::Image out = assets::Image::make(frame.rgb.width, frame.rgb.height, 1, 2);
  for (std::size_t i = 0; i < frame.depth_m.size(); ++i) {
    const float steps = frame.depth_m[i] * 256.0f;
    const auto value = static_cast<uint16_t>(steps < 65535.0f ? std::lround(steps) : 0);
    std::memcpy(out.data.data() + 2 * i, &value, sizeof value);
  }
  return out;
}

// 16-bit instance ids.
assets::Image instance_image(const CameraFrame& frame) {
  assets::Image out = assets::Image::make(frame.rgb.width, frame.rgb.height, 1, 2);
  for (std::size_t i = 0; i < frame.instance.size(); ++i) {
    const auto value = static_cast<uint16_t>(frame.instance[i]);
    std::memcpy(out.data.data() + 2 * i, &value, sizeof value);
  }
  return out;
}

// Mesh with vertex colours for the GLB file.
assets::TriangleMesh glb_mesh(const StreetMesh& mesh) {
  assets::TriangleMesh out;
  out.positions = mesh.vertices;
  out.indices = mesh.triangles;
  // Every vertex belongs to one surface; it gets the base colour of the material without its texture.
  out.colors.assign(mesh.vertices.size(), {128, 128, 128, 255});
  for (std::size_t t = 0; t < mesh.surface_index.size(); ++t) {
    const Vec3f c = mesh.surfaces[mesh.surface_index[t]].color;
    const auto channel = [](float x) {
      return static_cast<uint8_t>(std::lround(255.0f * std::fmin(1.0f, std::fmax(0.0f, x))));
    };
    for (int k = 0; k < 3; ++k)
      out.colors[mesh.triangles[3 * t + static_cast<std::size_t>(k)]] = {channel(c.x), channel(c.y), channel(c.z), 255};
  }
  return out;
}

// Writes all files of the folder, one kind per function.
class TruthWriter {
 public:
  TruthWriter(const fs::path& folder, const DriveOptions& drive, const TruthOptions& options, Rig rig, Scene scene)
      : folder_(folder),
        drive_(drive),
        options_(options),
        rig_(std::move(rig)),
        scene_(std::move(scene)),
        ego_(scene_.street().road, drive.duration_s, drive.ego) {}

  Result<TruthReport> run(Progress& progress) {
    GS_CHECK(ground());
    GS_CHECK(assets::write_glb(folder_ / "mesh.glb", glb_mesh(scene_.street().mesh)));
    GS_CHECK(description());
    GS_CHECK(poses());
    GS_CHECK(write_file(folder_ / "boxes.json", write_boxes(scene_, drive_.duration_s)));
    if (rig_.lidar && options_.every_sweep > 0) {
      GS_TRY(report_.sweeps, write_sweep_truth(folder_, options_.every_sweep, {drive_, rig_, ego_}, scene_, progress));
    }
    GS_CHECK(frames(progress));
    return report_;
  }

 private:
  Result<void> ground() {
    GS_CHECK(make_truth_folder(folder_ / "ground"));
    const world::HeightmapData map = ground_truth(scene_.street().road, options_.heightmap_resolution_m);
    GS_CHECK(world::save_heightmap(map, folder_ / "ground/heightmap.yaml", folder_ / "ground/heightmap.bin"));
    return write_file(folder_ / "ground/drivable.geojson", world::write_drivable(drivable_truth(scene_.street())));
  }

  // truth.json and objects.json.
  Result<void> description() {
    JsonWriter json;
    json.begin_object().key("options").begin_object();
    DriveOptions copy = drive_;
    const OptionTable table = OptionTable::of(copy);
    for (const Option& option : table.all()) json.field(option.name, option.get());
    json.end_object().key("cameras").begin_array();
    for (const CameraMount& mount : rig_.cameras) {
      const CameraD& c = mount.camera;
      json.begin_object().field("id", mount.id).field("lens", c.lens == Lens::equidistant ? "equidistant" : "radtan");
      json.field("width", c.width).field("height", c.height);
      json.field("fx", c.fx).field("fy", c.fy).field("cx", c.cx).field("cy", c.cy);
      json.field("k", std::vector<double>{c.k1, c.k2, c.k3, c.k4, c.k5, c.k6})
          .field("p", std::vector<double>{c.p1, c.p2});
      write_pose(json, "base_from_camera", mount.base_from_camera);
      json.end_object();
    }
    json.end_array();
    write_pose(json, "base_from_lidar", rig_.base_from_lidar);
    json.end_object();
    GS_CHECK(write_file(folder_ / "truth.json", std::move(json).take()));
    JsonWriter objects;
    objects.begin_array();
    for (const StreetObject& object : scene_.street().objects) {
      objects.begin_object()
          .field("instance", object.instance)
          .field("kind", object.kind)
          .field("moves", object.moves)
          .end_object();
    }
    objects.end_array();
    return write_file(folder_ / "objects.json", std::move(objects).take());
  }

  // poses.csv at 100 Hz.
  Result<void> poses() {
    std::string text = "time_s,x,y,z,qx,qy,qz,qw\n";
    const auto steps = static_cast<int>(std::lround(drive_.duration_s * 100));
    for (int i = 0; i <= steps; ++i) {
      const Rigid3d p = ego_.map_from_base(i * 0.01);
      const double values[] = {i * 0.01,     p.translation.x, p.translation.y, p.translation.z,
                               p.rotation.x, p.rotation.y,    p.rotation.z,    p.rotation.w};
      for (std::size_t k = 0; k < 8; ++k) text += json_number(values[k]) + (k < 7 ? "," : "\n");
    }
    return write_file(folder_ / "poses.csv", text);
  }

  // Every n-th image of the schedule: ground-truth images and held-out views.
  Result<void> frames(Progress& progress) {
    JsonWriter index, held_out;
    index.begin_array(), held_out.begin_array();
    std::vector<CameraSensor> exact, fine;
    for (const CameraMount& mount : rig_.cameras) {
      exact.emplace_back(mount.camera, 1), fine.emplace_back(mount.camera, options_.held_out_samples);
      GS_CHECK(make_truth_folder(folder_ / "frames" / mount.id));
      GS_CHECK(make_truth_folder(folder_ / "held_out" / mount.id));
    }
    const std::vector<ScheduledEvent> events = make_schedule(drive_, rig_);
    progress.begin("truth", events.size(), "events");
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "writing the truth was interrupted");
      progress.advance(i + 1);
      const ScheduledEvent& e = events[i];
      if (e.kind != DriveEvent::image || e.index % static_cast<uint32_t>(options_.every) != 0) continue;
      GS_CHECK(frame(e, exact[e.sensor], index));
      if (scene_.object_count() > 0) GS_CHECK(background(e, fine[e.sensor]));
      GS_CHECK(views(e, fine[e.sensor], held_out));
    }
    progress.finish();
    index.end_array(), held_out.end_array();
    GS_CHECK(write_file(folder_ / "frames.json", std::move(index).take()));
    return write_file(folder_ / "held_out.json", std::move(held_out).take());
  }

  // Depth, instance and moving masks of a recorded image.
  Result<void> frame(const ScheduledEvent& e, const CameraSensor& sensor, JsonWriter& index) {
    const CameraMount& mount = rig_.cameras[e.sensor];
    const double t = static_cast<double>(e.offset_ns) * 1e-9;
    GS_CHECK(scene_.set_interval(t, t + drive_.rolling_shutter_s));
    const std::vector<Rigid3d> poses = camera_poses(ego_, mount, t, drive_.rolling_shutter_s);
    CameraFrame f = sensor.take(scene_, poses, drive_.imaging, 0, true);
    const std::string base = "frames/" + mount.id + "/" + format("{:06}", e.index);
    GS_CHECK(assets::write_png(folder_ / (base + ".depth.png"), depth_image(f), 3));
    GS_CHECK(assets::write_png(folder_ / (base + ".instance.png"), instance_image(f), 3));
    GS_CHECK(assets::write_png(folder_ / (base + ".class.png"), class_image(scene_, f), 3));
    const FlowRequest next{
        .camera = mount.camera,
        .map_from_camera = [&](double time) { return ego_.map_from_base(time) * mount.base_from_camera; },
        .time_s = t,
        .step_s = 1 / drive_.camera_rate_hz,
        .readout_s = drive_.rolling_shutter_s};
    GS_CHECK(assets::write_png(folder_ / (base + ".flow.png"), flow_image(scene_, f, next), 3));
    assets::Image moving = assets::Image::make(f.rgb.width, f.rgb.height, 1);
    moving.data = std::move(f.moving);
    GS_CHECK(assets::write_png(folder_ / (base + ".moving.png"), moving, 3));
    index.begin_object().field("camera", mount.id).field("index", e.index).field("time_s", t).field("file", base);
    write_pose(index, "map_from_camera", poses.front());
    index.end_object();
    ++report_.frames;
    return {};
  }

  // The recorded image without moving objects and noise.
  Result<void> background(const ScheduledEvent& e, const CameraSensor& sensor) {
    const CameraMount& mount = rig_.cameras[e.sensor];
    const double t = static_cast<double>(e.offset_ns) * 1e-9;
    ImagingOptions imaging = drive_.imaging;
    imaging.noise = 0;
    if (drive_.exposure_changes) imaging.exposure *= exposure_swing(t);
    scene_.show_objects(false);
    GS_CHECK(scene_.set_interval(t, t + drive_.rolling_shutter_s));
    const std::vector<Rigid3d> poses = camera_poses(ego_, mount, t, drive_.rolling_shutter_s);
    const CameraFrame f = sensor.take(scene_, poses, imaging, 0);
    scene_.show_objects(true);
    const std::string file = "frames/" + mount.id + "/" + format("{:06}.background.png", e.index);
    return assets::write_png(folder_ / file, f.rgb, 3);
  }

  // Held-out views at the offsets beside the path, without noise and rolling shutter.
  Result<void> views(const ScheduledEvent& e, const CameraSensor& sensor, JsonWriter& held_out) {
    const CameraMount& mount = rig_.cameras[e.sensor];
    const double t = static_cast<double>(e.offset_ns) * 1e-9;
    ImagingOptions imaging = drive_.imaging;
    imaging.noise = 0;
    for (const double offset : options_.offsets_m) {
      const Rigid3d pose = ego_.map_from_base(t) * Rigid3d{{}, {0, offset, 0}} * mount.base_from_camera;
      const std::string base_name = format("held_out/{}/{:06}_{}m", mount.id, e.index, json_number(offset));
      const std::string file = base_name + ".png";
      GS_CHECK(scene_.set_interval(t, t));
      CameraFrame frame = sensor.take(scene_, {&pose, 1}, imaging, 0, true);
      GS_CHECK(assets::write_png(folder_ / file, frame.rgb, 3));
      held_out.begin_object()
          .field("camera", mount.id)
          .field("index", e.index)
          .field("offset_m", offset)
          .field("file", file);
      if (std::any_of(frame.moving.begin(), frame.moving.end(), [](uint8_t m) { return m != 0; })) {
        assets::Image moving = assets::Image::make(frame.rgb.width, frame.rgb.height, 1);
        moving.data = std::move(frame.moving);
        GS_CHECK(assets::write_png(folder_ / (base_name + ".moving.png"), moving, 3));
        held_out.field("moving", base_name + ".moving.png");
      }
      write_pose(held_out, "map_from_camera", pose);
      held_out.end_object();
      ++report_.held_out;
    }
    return {};
  }

  fs::path folder_;
  DriveOptions drive_;
  TruthOptions options_;
  Rig rig_;
  Scene scene_;
  Ego ego_;
  TruthReport report_;
};

}  // namespace

Result<TruthReport> write_truth(const fs::path& folder, bool replace, const DriveOptions& drive,
                                const TruthOptions& options, Progress& progress) {
  GS_TRY(Rig rig, make_rig(drive));
  // Check before the slow work whether the folder may be replaced.
  GS_TRY(const Replacement permission, may_replace(folder, listed_folder_kind(kKind), {.force = replace}));
  GS_TRY(OutputFolder out, OutputFolder::create(permission));
  GS_TRY(Scene scene, make_drive_scene(drive));
  TruthWriter writer(out.path(), drive, options, std::move(rig), std::move(scene));
  GS_TRY(const TruthReport report, writer.run(progress));
  GS_CHECK(add_file_list(out.path(), kKind));
  GS_CHECK(out.commit());
  return report;
}

}  // namespace gs::synth
