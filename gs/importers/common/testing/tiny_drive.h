// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A drive of closed form for the tests of importers: a car on an arc over flat ground, a LiDAR and a camera, and one
// landmark that both see. A test writes it in the layout of its data set, imports that, and compares the log with the
// truth.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"
#include "gs/importers/common/drive_writer.h"
#include "gs/importers/common/import_options.h"

namespace gs::importers {

// The truth. Points and poses are in map: its origin is base_link of frame 0 on the ground, z is up.
class TinyDrive {
 public:
  // heading_rad: of the car in map at frame 0.
  explicit TinyDrive(double heading_rad) : heading_rad_(heading_rad) {}

  int frames = 12;
  Rigid3d base_from_lidar{{}, {0.76, 0, 1.73}};
  Camera camera{.name = "front", .width = 160, .height = 90, .fx = 120, .fy = 120, .cx = 79.5, .cy = 44.5};
  Rigid3d base_from_camera = looking_forward({1.2, 0.25, 1.5});

  // A camera at this position: its z axis forward, 2 degrees to the left, its y axis down.
  static Rigid3d looking_forward(Vec3d position);

  // Pose of base_link, `seconds` after frame 0; frames are 0.1 s apart.
  Rigid3d map_from_base(double seconds) const;
  Vec3d landmark() const;
  // Points of the sweep of a frame in the frame of the LiDAR: first the landmark, then ground. time_of(p) is the time
  // at which the point p, in the frame of the LiDAR, is measured, relative to the frame [s].
  std::vector<Vec3d> sweep(int frame, double (*time_of)(Vec3d point)) const;
  // Image of a frame with a bright blob at the landmark, as a PNG or JPEG file; `seconds` as in map_from_base().
  std::vector<std::byte> image(double seconds, bool jpeg) const;

 private:
  double heading_rad_;
};

// All points measured at the stamp.
inline double at_once(Vec3d) { return 0; }

// What a log says about a drive.
struct ImportedDrive {
  struct Point {
    Vec3d position;
    double time_s = 0;
    int ring = -1, label = -1;
  };
  struct Image {
    Timestamp time;
    std::string camera, format;
    std::vector<std::byte> file;
  };
  std::map<std::string, Rigid3d> frames;  // base_link from each
  std::vector<PathPose> path;             // of /odom
  std::vector<std::pair<Timestamp, std::vector<Point>>> sweeps;
  std::vector<Image> images;
  std::map<std::string, Camera> cameras;  // from camera_info
  std::vector<LabelledBox> boxes;
  std::size_t fixes = 0;
  Problems problems;
};

// Imports the folder into a log under `place` with this function and reads the log.
using ImportFunction = Result<ImportReport> (*)(const std::filesystem::path& folder, const ImportOptions& options,
                                                logio::LogWriter& log, Progress& progress, Problems& problems);
Result<ImportedDrive> import_and_read(ImportFunction import, const std::filesystem::path& folder,
                                      const std::filesystem::path& place, const ImportOptions& options = {});

// Expects that the log agrees with the truth: poses within 1 mm, LiDAR points on the landmark and on the ground within
// 2 cm, the landmark within 0.3 pixels of the blob of every image.
void expect_truth(const ImportedDrive& imported, const TinyDrive& truth);

// Writes a file and the folders above it.
void write_test_file(const std::filesystem::path& path, std::string_view bytes);
// The numbers of a rigid transform as a matrix [3, 4] in rows, separated by blanks.
std::string rows_of(const Rigid3d& transform);

}  // namespace gs::importers
