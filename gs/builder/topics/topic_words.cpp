// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/topic_words.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <set>
#include <vector>

namespace gs::builder {
namespace {

// Lower case parts of a topic name between slashes.
std::vector<std::string> words_of(std::string_view topic) {
  std::vector<std::string> words{""};
  for (const char c : topic) {
    if (c == '/') {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  std::erase(words, "");
  return words;
}

// True if the lower case type name has one of the words.
bool names_one_of(std::string type, std::initializer_list<std::string_view> words) {
  for (char& c : type) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::any_of(words, [&](std::string_view word) { return type.find(word) != std::string::npos; });
}

}  // namespace

bool is_depth(std::string_view topic) {
  return topic.find("depth") != std::string_view::npos || topic.find("Depth") != std::string_view::npos;
}

bool is_ground_truth(std::string_view topic) { return topic.find("/ground_truth/") != std::string_view::npos; }

bool is_image_like(const std::string& type) {
  return names_one_of(type, {"image", "video", "ffmpeg", "h264", "h265", "theora"}) &&
         !names_one_of(type, {"marker", "annotation"});
}
bool is_lidar_like(const std::string& type) {
  return names_one_of(type, {"packet", "pointcloud", "point_cloud", "lidar", "robosense", "pandar", "velodyne", "livox",
                             "ouster"}) &&
         !names_one_of(type, {"ffmpeg", "marker", "info", "status"});
}

std::string_view without_transport(std::string_view topic) {
  for (const std::string_view transport : {"/compressed", "/ffmpeg", "/h264", "/h265", "/video", "/foxglove"}) {
    if (topic.ends_with(transport)) return topic.substr(0, topic.size() - transport.size());
  }
  return topic;
}

std::string sensor_id_of(std::string_view topic) {
  static const std::set<std::string> kEmpty = {"camera",        "cameras",
                                               "cam",           "image",
                                               "image_raw",     "image_rect",
                                               "image_color",   "image_rect_color",
                                               "image_mono",    "compressed",
                                               "color",         "colour",
                                               "data",          "raw",
                                               "rgb",           "sensor",
                                               "sensors",       "sensing",
                                               "lidar",         "lidars",
                                               "points",        "points_raw",
                                               "pointcloud",    "point_cloud",
                                               "point_cloud2",  "velodyne_points",
                                               "ouster",        "velodyne",
                                               "driver",        "kitti",
                                               "lidar_packets", "velodyne_packets",
                                               "ffmpeg",        "foxglove",
                                               "h264",          "h265",
                                               "video",         "pandar_packets",
                                               "packets",       "rectified"};
  std::string id;
  for (const std::string& word : words_of(topic)) {
    if (kEmpty.contains(word)) continue;
    std::string clean;
    for (const char c : word) clean += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    // Keys add the kind of sensor again: "camera_front".
    for (const std::string_view prefix : {"camera_", "cam_", "lidar_"}) {
      if (clean.starts_with(prefix)) clean.erase(0, prefix.size());
    }
    id += (id.empty() ? "" : "_") + clean;
  }
  return id;
}

}  // namespace gs::builder
