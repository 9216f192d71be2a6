// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Splits of views into those that train and those that judge. Frames stay together: the images that several cameras
// took at one moment show the same things, so that one of them must not train what another judges.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// The part of the view's name after the last slash: the frame. The whole name if there is no slash.
std::string_view frame_of(const TrainingView& view);

// Frames, each a list of view indices, of the views for which `wanted` holds. In the order of time if all of them have
// timestamps, else in the order in which the frames first appear.
using ViewFilter = bool (*)(const TrainingView&);
std::vector<std::vector<std::size_t>> frames_of(std::span<const TrainingView> views, ViewFilter wanted);

// [views] true for the views by which the checkpoint of a run is chosen: every second held-out frame, from the first
// one on. The other held-out frames have no influence on any decision. Without held-out views, all views.
std::vector<bool> selection_views(std::span<const TrainingView> views);

// At most this many views take part in a cross-validation, and at least this many frames are needed for one.
inline constexpr std::size_t kMostTrialViews = 60, kLeastTrialFrames = 12;
// Data of a cross-validation inside the training views: successive frames from the middle of the drive, every fourth of
// them held out, at most `longest_side_px` wide and high. Views that are held out already are left out: no decision may
// depend on them. No views if there are fewer than kLeastTrialFrames frames.
TrainingData trial_data(const TrainingData& data, int longest_side_px);

}  // namespace gs::splat::train
