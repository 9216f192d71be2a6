// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names, sizes and references of message descriptions.
#include "gs/rosmsg/message_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::rosmsg {
namespace {

TEST(TypeNames, ConvertBetweenBothFormsAndKeepServices) {
  EXPECT_EQ(ros2_type_name("sensor_msgs/Image"), "sensor_msgs/msg/Image");
  EXPECT_EQ(ros2_type_name("sensor_msgs/msg/Image"), "sensor_msgs/msg/Image");
  EXPECT_EQ(ros2_type_name("std_srvs/srv/Trigger_Request"), "std_srvs/srv/Trigger_Request");
  EXPECT_EQ(ros2_type_name("Image"), "Image");
  EXPECT_EQ(short_type_name("sensor_msgs/msg/Image"), "sensor_msgs/Image");
  EXPECT_EQ(short_type_name("std_srvs/srv/Trigger_Request"), "std_srvs/srv/Trigger_Request");
  for (const MessageType* type : all_message_types()) {
    EXPECT_EQ(ros2_type_name(short_type_name(type->name)), type->name);
  }
}

TEST(MessageTypes, HaveUniqueNamesAndFields) {
  std::set<std::string> names;
  for (const MessageType* type : all_message_types()) {
    EXPECT_TRUE(names.insert(type->name).second) << type->name;
    std::set<std::string> fields;
    for (const Field& field : type->fields) {
      EXPECT_TRUE(fields.insert(field.name).second) << type->name << " " << field.name;
      EXPECT_EQ(field.type.message != nullptr, field.type.kind == Kind::message) << type->name << " " << field.name;
      EXPECT_EQ(field.sequence != nullptr, field.type.is_sequence()) << type->name << " " << field.name;
      EXPECT_EQ(field.type.capacity != 0,
                field.type.array == ArrayKind::fixed || field.type.array == ArrayKind::bounded)
          << type->name << " " << field.name;
    }
  }
}

// min_wire_bytes by hand: Header has a stamp of 8 bytes and the length of frame_id (seq exists in ROS 1 only); Point
// has three doubles; a Path has a header and the length of its poses; Odometry has 2 x 36 doubles of covariance.
TEST(MessageTypes, SmallestSizeOnTheWire) {
  EXPECT_EQ(type_of<std_msgs::Header>().min_wire_bytes, 8u + 4u);
  EXPECT_EQ(type_of<geometry_msgs::Point>().min_wire_bytes, 24u);
  EXPECT_EQ(type_of<nav_msgs::Path>().min_wire_bytes, 12u + 4u);
  EXPECT_EQ(type_of<nav_msgs::Odometry>().min_wire_bytes, 12u + 4u + (56u + 288u) + (48u + 288u));
  EXPECT_EQ(type_of<std_msgs::Empty>().min_wire_bytes, 0u);
}

// Arrays of arrays of messages: the product of the lengths does not fit in 64 bits and is limited instead.
TEST(MessageTypes, SmallestSizeDoesNotOverflow) {
  const std::string line = "\n" + std::string(80, '=') + "\n";
  std::string text = "T1[1000000000] x";
  for (int i = 1; i < 5; ++i) {
    text += line + "MSG: a/T" + std::to_string(i) + "\nT" + std::to_string(i + 1) + "[1000000000] x";
  }
  const auto schema = parse_schema("a/msg/A", "ros2msg", text + line + "MSG: a/T5\nfloat64 x\nfloat64 y\n");
  ASSERT_TRUE(schema) << schema.error().message;
  EXPECT_GE(schema->root().min_wire_bytes, uint64_t{1} << 60);
  EXPECT_LE(schema->root().min_wire_bytes, uint64_t{1} << 62);
}

TEST(MessageTypes, ElementSizes) {
  EXPECT_EQ(min_element_bytes({.kind = Kind::float64, .array = ArrayKind::unbounded}), 8u);
  EXPECT_EQ(min_element_bytes({.kind = Kind::boolean}), 1u);
  EXPECT_EQ(min_element_bytes({.kind = Kind::string}), 4u);
  EXPECT_EQ(min_element_bytes({.kind = Kind::message, .message = &type_of<geometry_msgs::Point>()}), 24u);
}

TEST(MessageTypes, ReferencesAreListedOnceInOrderOfFirstUse) {
  std::vector<std::string> names;
  for (const MessageType* type : referenced_types(type_of<nav_msgs::Odometry>())) names.push_back(type->name);
  EXPECT_THAT(names, testing::ElementsAre("std_msgs/msg/Header", "builtin_interfaces/msg/Time",
                                          "geometry_msgs/msg/PoseWithCovariance", "geometry_msgs/msg/Pose",
                                          "geometry_msgs/msg/Point", "geometry_msgs/msg/Quaternion",
                                          "geometry_msgs/msg/TwistWithCovariance", "geometry_msgs/msg/Twist",
                                          "geometry_msgs/msg/Vector3"));
  EXPECT_TRUE(referenced_types(type_of<geometry_msgs::Point>()).empty());
}

// Services are described by three messages whose names are derived from the service.
TEST(Registry, ServicesHaveRequestResponseAndEvent) {
  for (const ServiceType& service : all_service_types()) {
    const std::string name(service.name);
    EXPECT_EQ(service.request->name, name + "_Request");
    EXPECT_EQ(service.response->name, name + "_Response");
    EXPECT_EQ(service.event->name, name + "_Event");
    EXPECT_EQ(service.whole->name, name);
    ASSERT_EQ(service.event->fields.size(), 3u);
    EXPECT_EQ(service.event->fields[1].type.message, service.request);
    EXPECT_EQ(service.event->fields[1].type.array, ArrayKind::bounded);
    EXPECT_EQ(service.event->fields[1].type.capacity, 1u);
    EXPECT_EQ(service.event->fields[2].type.message, service.response);
    EXPECT_EQ(find_service_type(name), &service);
    EXPECT_EQ(find_message_type(service.request->name), service.request);
    EXPECT_EQ(find_message_type(service.response->name), service.response);
  }
}

}  // namespace
}  // namespace gs::rosmsg
