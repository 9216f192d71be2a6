// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/messages/truth_messages.h"

#include <cstring>

namespace gs::bridge {
namespace {

constexpr const char* kDepth = "depth";
constexpr const char* kInstance = "instance";
constexpr const char* kClass = "class";
constexpr const char* kFlow = "flow";

std::string truth_topic(const std::string& camera_id, const char* name) {
  return "/camera/" + camera_id + "/ground_truth/" + name;
}

// The values as the message stores them: in the byte order of the machine, rows without padding.
template <class T>
rosmsg::sensor_msgs::Image plane_message(const sim::TruthImages& truth, const std::string& frame_id,
                                         const char* encoding, const std::vector<T>& values) {
  rosmsg::sensor_msgs::Image out;
  out.header = {.stamp = truth.stamp, .frame_id = frame_id};
  out.width = static_cast<uint32_t>(truth.width), out.height = static_cast<uint32_t>(truth.height);
  out.encoding = encoding;
  out.data.resize(values.size() * sizeof(T));
  out.step = static_cast<uint32_t>(out.data.size() / out.height);
  std::memcpy(out.data.data(), values.data(), out.data.size());
  return out;
}

}  // namespace

std::vector<std::string> truth_topics(const std::string& camera_id, const sim::GroundTruthOptions& wanted) {
  std::vector<std::string> out;
  if (wanted.depth) out.push_back(truth_topic(camera_id, kDepth));
  if (wanted.instance) out.push_back(truth_topic(camera_id, kInstance));
  if (wanted.class_code) out.push_back(truth_topic(camera_id, kClass));
  if (wanted.flow) out.push_back(truth_topic(camera_id, kFlow));
  return out;
}

std::vector<TruthMessage> truth_messages(const sim::TruthImages& truth, const std::string& frame_id) {
  std::vector<TruthMessage> out;
  const auto add = [&](const char* name, const char* encoding, const auto& values) {
    if (values.empty()) return;
    out.push_back({truth_topic(truth.camera_id, name), plane_message(truth, frame_id, encoding, values)});
  };
  add(kDepth, "32FC1", truth.depth_m);
  add(kInstance, "16UC1", truth.instance);
  add(kClass, "16UC1", truth.class_code);
  add(kFlow, "32FC2", truth.motion_px);
  return out;
}

}  // namespace gs::bridge
