// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cross_validation/validation_views.h"

#include <algorithm>
#include <map>

namespace gs::splat::train {
namespace {

constexpr std::size_t kTrialInterval = 4, kTrialOffset = 2;  // frames 2, 6, 10, ... of a trial are held out

bool is_held_out(const TrainingView& view) { return view.held_out && !is_masked_entirely(view); }
bool is_trainable(const TrainingView& view) { return !view.held_out && !is_masked_entirely(view); }

}  // namespace

std::string_view frame_of(const TrainingView& view) {
  const std::size_t slash = view.name.rfind('/');
  return std::string_view(view.name).substr(slash == std::string::npos ? 0 : slash + 1);
}

std::vector<std::vector<std::size_t>> frames_of(std::span<const TrainingView> views, ViewFilter wanted) {
  std::vector<std::vector<std::size_t>> frames;
  std::map<std::string_view, std::size_t> known;
  bool timed = true;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (!wanted(views[i])) continue;
    timed = timed && views[i].timestamp_s.has_value();
    // A frame is identified by the file name without the folder of the camera, and numbered in the order it first
    // occurs.
    const auto [at, is_new] = known.try_emplace(frame_of(views[i]), frames.size());
    if (is_new) frames.emplace_back();
    frames[at->second].push_back(i);
  }
  // Without times of all views, the order of the data set stands for the order of the drive.
  if (timed) {
    std::stable_sort(frames.begin(), frames.end(), [&](const auto& a, const auto& b) {
      return *views[a.front()].timestamp_s < *views[b.front()].timestamp_s;
    });
  }
  return frames;
}

std::vector<bool> selection_views(std::span<const TrainingView> views) {
  const auto frames = frames_of(views, is_held_out);
  if (frames.empty()) return std::vector<bool>(views.size(), true);
  std::vector<bool> out(views.size(), false);
  // Every second held-out frame selects; the frames between remain for the final judgement.
  for (std::size_t k = 0; k < frames.size(); k += 2) {
    for (const std::size_t i : frames[k]) out[i] = true;
  }
  return out;
}

TrainingData trial_data(const TrainingData& data, int longest_side_px) {
  const auto frames = frames_of(data.views, is_trainable);
  TrainingData out{.points = data.points, .sky_dome = data.sky_dome};
  if (frames.size() < kLeastTrialFrames) return out;
  // A window of whole frames around the middle of the drive.
  std::size_t views = 0;
  for (const auto& frame : frames) views += frame.size();
  const std::size_t fitting = kMostTrialViews * frames.size() / std::max<std::size_t>(views, 1);
  const std::size_t count = std::clamp(fitting, kLeastTrialFrames, frames.size());
  const std::size_t begin = (frames.size() - count) / 2;
  std::vector<bool> chosen(data.views.size(), false), judges(data.views.size(), false);
  for (std::size_t k = 0; k < count; ++k) {
    for (const std::size_t i : frames[begin + k]) {
      chosen[i] = true, judges[i] = k % kTrialInterval == kTrialOffset;
    }
  }
  // The order of the views is kept: corrections of held-out views come from their neighbours in it.
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    if (!chosen[i]) continue;
    out.views.push_back(scaled_down(data.views[i], 1.0, longest_side_px));
    out.views.back().held_out = judges[i];
  }
  return out;
}

}  // namespace gs::splat::train
