// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground truth of a synthetic drive: ground, drivable area, geometry, poses, depth, masks, flow, boxes and points of
// moving objects, and held-out views beside the path.
//
//   truth.json                      the drive's options and cameras
//   poses.csv                       map_from_base at 100 Hz: time_s,x,y,z,qx,qy,qz,qw
//   ground/heightmap.yaml, .bin     closed-form heights; NaN beyond the ground
//   ground/drivable.geojson         the area between the kerbs, without parked cars
//   mesh.glb                        static geometry
//   objects.json                    instance id, kind and moving flag of every object
//   boxes.json                      boxes of all objects that can move, every 0.05 s
//   frames.json                     one entry per frame: camera, index, time, pose, files
//   frames/<camera>/<index>.depth.png     16 bit, 1/256 m along the optical axis, 0: sky
//   frames/<camera>/<index>.instance.png  16 bit; objects.json names them
//   frames/<camera>/<index>.class.png     8 bit, codes of boxes.json, 0: anything else
//   frames/<camera>/<index>.moving.png    255 on objects that can move
//   frames/<camera>/<index>.flow.png      optical flow to the next image, see optical_flow.h
//   frames/<camera>/<index>.background.png  the image without objects that can move and without noise; only with them
//   points.json                     one entry per sweep: index, time, stamp in the log, numbers of points
//   points/<index>.instance.bin     uint16 instance id of every point of the sweep, in the order of the log
//   points/<index>.flow.bin         per moving point uint32 index, and float32 x, y, z: its motion in map in 0.1 s
//   held_out.json, held_out/<camera>/<index>_<metres>m.png   views beside the path, with their poses
//   held_out/<camera>/<index>_<metres>m.moving.png   255 on moving objects; only if there are any
//   files.json                      list of all these files; files not in it are never replaced
#pragma once

#include "gs/core/file.h"
#include "gs/core/progress.h"
#include "gs/synth/drive/options.h"
#include "gs/synth/truth/sweep_truth.h"

namespace gs::synth {

// What is written, and how finely.
struct TruthOptions {
  int every = 12;                                // write every n-th frame of a camera
  int every_sweep = 1;                           // write the points of every n-th sweep; 0: of none
  std::vector<double> offsets_m = {0, 1, 2, 3};  // positions of held-out views to the left of the path
  double heightmap_resolution_m = 0.2;
  int held_out_samples = 4;  // rays per pixel of held-out views, which also have no noise
};

void describe(auto& visit, TruthOptions& o) {
  visit("every", o.every, "write every n-th frame of a camera", Range{1, 100000});
  visit("every_sweep", o.every_sweep, "write the points of every n-th sweep; 0: of none", Range{0, 100000});
  visit("offsets_m", o.offsets_m, "offsets of held-out views to the left of the path [m]", Range{-20, 20});
  visit("heightmap_resolution_m", o.heightmap_resolution_m, "distance of heightmap samples [m]", Range{0.02, 5});
  visit("held_out_samples", o.held_out_samples, "rays per pixel of held-out views", Range{1, 4});
}

// Numbers of written frames, held-out views and sweeps.
struct TruthReport {
  int frames = 0, held_out = 0;
  SweepTruthReport sweeps;
};

// Writes the folder, which appears only when complete. With `replace`, an existing ground-truth folder is replaced
// unless files were added to it. Errors: already_exists; invalid_option; interrupted; those of the file system.
Result<TruthReport> write_truth(const fs::path& folder, bool replace, const DriveOptions& drive,
                                const TruthOptions& options, Progress& progress);

}  // namespace gs::synth
