// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Conventions of ROS for the names of topics that belong together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gs::rosmsg {

// The namespace of a topic: "/camera" for "/camera/image_raw"; empty for "/image" and for a name without slash.
std::string_view topic_namespace(std::string_view topic);

// Names under which drivers publish the camera_info of an image topic, the usual one first: beside the image, then in
// each namespace above ("/a/b/image": "/a/b/camera_info", "/a/camera_info", "/camera_info").
std::vector<std::string> camera_info_topics(std::string_view image_topic);

}  // namespace gs::rosmsg
