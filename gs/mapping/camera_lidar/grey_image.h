// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Grey images for the alignment of cameras with LiDAR points: equalised, in several resolutions, sampled between
// pixels.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gs/geometry/camera.h"

namespace gs::mapping {

// Grey values of an image, row by row [height, width].
struct GreyImage {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

// Grey values of RGB pixels: 0.30 R + 0.59 G + 0.11 B (ITU-R BT.601). Missing pixels are black.
GreyImage grey_of_rgb(int width, int height, std::span<const uint8_t> rgb);

// Gives unseen pixels the value of the nearest seen one of their row, and rows without a seen pixel those of the
// nearest row that has one, so that the edge of what was seen is no edge of the image. `seen` is [height, width]; 0:
// unseen.
void fill_unseen(GreyImage& image, std::span<const uint8_t> seen);
// Seen pixels of the image at half the resolution of width x height pixels: those whose four pixels were all seen.
std::vector<uint8_t> halved_seen(std::span<const uint8_t> seen, int width, int height);

// Grey values as ranks from 0 to 1: the share of all pixels that is darker. Independent of gain and gamma.
struct RankImage {
  int width = 0, height = 0;
  std::vector<float> values;  // [height, width]

  // Value between the pixels and its derivative by the position [1/px]; bilinear. Outside it is the value at the border
  // with derivative 0.
  struct Sampled {
    float value = 0, dx = 0, dy = 0;
  };
  Sampled at(double x, double y) const;
};

// Rank of each grey value, from the number of pixels of each.
using GreyRanks = std::array<float, 256>;
GreyRanks ranks_of(const std::array<uint64_t, 256>& counts);
// Ranks of all pixels, smoothed over 3 x 3 pixels.
RankImage ranked(const GreyImage& image, const GreyRanks& ranks);
// The image at half the resolution; an odd last row or column is left out.
RankImage halved(const RankImage& image);
// The camera of that image.
CameraD halved(const CameraD& camera);

}  // namespace gs::mapping
