// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/topic_names.h"

namespace gs::rosmsg {

std::string_view topic_namespace(std::string_view topic) {
  const std::size_t slash = topic.rfind('/');
  return topic.substr(0, slash == std::string_view::npos ? 0 : slash);
}

std::vector<std::string> camera_info_topics(std::string_view image_topic) {
  std::vector<std::string> names;
  std::string_view name = image_topic;
  do {
    name = topic_namespace(name);
    names.push_back(std::string(name) + "/camera_info");
  } while (!name.empty());
  return names;
}

}  // namespace gs::rosmsg
