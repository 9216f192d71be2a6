// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How well LiDAR points projected into images match them, as a function of the unknowns of the camera. Private to the
// calibration of cameras.
#pragma once

#include <span>
#include <vector>

#include "gs/geometry/trajectory.h"
#include "gs/mapping/camera_lidar/camera_lidar.h"
#include "gs/mapping/camera_lidar/grey_image.h"
#include "gs/mapping/camera_lidar/information_distance.h"

namespace gs::mapping {

// The images and points of one camera, prepared for many evaluations.
class CameraAlignment {
 public:
  // Index of a view in views().
  using ViewList = std::vector<std::size_t>;
  // The points that each view of a list sees.
  using Samples = std::vector<std::vector<uint32_t>>;
  // The distance of a list of views, its gradient, the parts of the views in the gradient (they sum to it), and the
  // mean mutual information of each view.
  struct Evaluation {
    double distance = 1;
    std::size_t samples = 0;
    CameraVector gradient{};
    std::vector<CameraVector> of_view{};
    std::vector<double> information{};
  };

  // Views without a pose within kLargestTime_s of their stamp are left out. Images wider than 1000 px are halved.
  explicit CameraAlignment(const CameraScene& scene);

  // Usable views; resolutions of each image; false if all intensities are alike.
  std::size_t view_count() const { return views_.size(); }
  int level_count() const { return levels_; }
  bool has_intensity() const { return has_intensity_; }
  // Pose of a view.
  Rigid3d camera_from_map(std::size_t view, const CameraVector& unknowns) const;

  // Points that the views see, in images of a level (0: full resolution): at most one per cell, at most `most` per
  // view.
  struct Selection {
    int level = 0, cell_px = 1;
    std::size_t most = 1u << 30;
  };
  Samples select(const ViewList& views, const CameraVector& unknowns, const Selection& selection) const;
  // Distance and, if wanted, its gradient.
  Evaluation evaluate(const ViewList& views, const Samples& samples, const CameraVector& unknowns, int level,
                      bool with_gradient) const;
  // A projected point: grey value in the image and its derivative by the point.
  struct Measured {
    Vec3d in_camera, slope;
    float grey = 0, dx = 0, dy = 0;
    bool valid = false;
  };
  std::vector<Measured> measure(std::size_t view, const std::vector<uint32_t>& samples, const CameraVector& unknowns,
                                int level) const;
  // Gradient of a function of the grey values of a view; weights[k] = d(function) / d(grey value of sample k).
  CameraVector gradient(std::size_t view, const std::vector<Measured>& measured, const std::vector<double>& weights,
                        const CameraVector& unknowns, int level) const;
  // Grey values (ranks) of points in a view at full resolution.
  std::vector<float> greys_at(std::size_t view, std::span<const uint32_t> points, const CameraVector& unknowns) const;

 private:
  struct View {
    Timestamp stamp;
    std::vector<RankImage> levels;
    std::vector<uint32_t> candidates;  // points that may be visible
  };
  // A view at given unknowns: pose and how the point in the camera moves with time (twist in camera axes).
  struct Placed {
    Rigid3d camera_from_map;
    Vec3d angular, linear;
  };
  Placed place(std::size_t view, const CameraVector& unknowns) const;
  CameraD camera_at(const CameraVector& unknowns, int level) const;
  void set_seen();
  void set_bins();

  CameraScene scene_;
  int shrink_ = 0, levels_ = 0;             // halvings before level 0; number of levels
  std::vector<std::vector<uint8_t>> seen_;  // by level; empty: all pixels show something
  std::vector<View> views_;
  std::vector<uint8_t> bins_;  // of the intensity of every point
  bool has_intensity_ = false;
};

}  // namespace gs::mapping
