// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the names of topics and message types tell.
#pragma once

#include <string>
#include <string_view>

namespace gs::builder {

// True if the name says that the images or points come from a depth camera.
bool is_depth(std::string_view topic);
// True if the name says that the images are ground truth of a simulator.
bool is_ground_truth(std::string_view topic);

// True if the name of an unknown message type says that it holds images, or sweeps of a LiDAR.
bool is_image_like(const std::string& type);
bool is_lidar_like(const std::string& type);

// The topic without the word that image transports append: "/front/image_raw" for "/front/image_raw/compressed".
std::string_view without_transport(std::string_view topic);

// Sensor id from a topic: "/camera/front_left/image_raw/compressed" -> "front_left". Generic words such as "camera" or
// "points" are dropped; empty if nothing remains.
std::string sensor_id_of(std::string_view topic);

}  // namespace gs::builder
