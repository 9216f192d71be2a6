// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compares the .msg and .srv files that ROS users compile (ros2/gs_sim_msgs) with the field lists of the structs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "gs/core/testing/source_folder.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/schema_text.h"

namespace gs::rosmsg {
namespace {

namespace fs = std::filesystem;

// The fields and constants of a definition, one per line, without comments and with single spaces.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text.substr(0, text.find("====")));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string kept;
    for (std::string word; words >> word;) {
      const bool glued = word.starts_with('=') || kept.ends_with('=');
      kept += (kept.empty() || glued ? "" : " ") + word;
    }
    if (!kept.empty()) out.push_back(kept);
  }
  return out;
}

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

TEST(DefinitionFiles, MessagesHaveTheFieldsOfTheirStructs) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() / "ros2/gs_sim_msgs/msg")) {
    const std::string name = "gs_sim_msgs/msg/" + entry.path().stem().string();
    const MessageType* type = find_message_type(name);
    ASSERT_NE(type, nullptr) << name;
    EXPECT_THAT(lines_of(text_of(entry.path())), ::testing::ElementsAreArray(lines_of(ros2msg_text(*type)))) << name;
    ++seen;
  }
  EXPECT_EQ(seen, 7);
}

TEST(DefinitionFiles, ServicesHaveTheFieldsOfTheirStructs) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() / "ros2/gs_sim_msgs/srv")) {
    const std::string name = "gs_sim_msgs/srv/" + entry.path().stem().string();
    const ServiceType* type = find_service_type(name);
    ASSERT_NE(type, nullptr) << name;
    const std::string text = text_of(entry.path());
    const std::size_t cut = text.find("---");
    ASSERT_NE(cut, std::string::npos) << name;
    EXPECT_THAT(lines_of(text.substr(0, cut)), ::testing::ElementsAreArray(lines_of(ros2msg_text(*type->request))))
        << name;
    EXPECT_THAT(lines_of(text.substr(cut + 3)), ::testing::ElementsAreArray(lines_of(ros2msg_text(*type->response))))
        << name;
    ++seen;
  }
  EXPECT_EQ(seen, 4);
}

}  // namespace
}  // namespace gs::rosmsg
