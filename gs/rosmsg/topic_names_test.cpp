// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Namespaces of topics, and the camera_info that belongs to an image.
#include "gs/rosmsg/topic_names.h"

#include <gtest/gtest.h>

namespace gs::rosmsg {
namespace {

using Names = std::vector<std::string>;

TEST(TopicNames, NamespaceIsAllBeforeTheLastSlash) {
  EXPECT_EQ(topic_namespace("/camera/image_raw"), "/camera");
  EXPECT_EQ(topic_namespace("/image"), "");
  EXPECT_EQ(topic_namespace("image"), "");
  EXPECT_EQ(topic_namespace(""), "");
}

TEST(TopicNames, CameraInfoIsBesideTheImageOrInANamespaceAbove) {
  EXPECT_EQ(camera_info_topics("/a/b/image"), (Names{"/a/b/camera_info", "/a/camera_info", "/camera_info"}));
  EXPECT_EQ(camera_info_topics("/front/image_raw/compressed").at(1), "/front/camera_info");
  EXPECT_EQ(camera_info_topics("/image"), Names{"/camera_info"});
  EXPECT_EQ(camera_info_topics("image"), Names{"/camera_info"});
}

}  // namespace
}  // namespace gs::rosmsg
