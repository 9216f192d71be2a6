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

// Calls check(type name, text) for every definition file in a folder of gs_sim_msgs; returns their number.
template <class Check>
int for_each_definition(const std::string& folder, const Check& check) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() / "ros2/gs_sim_msgs" / folder)) {
    check("gs_sim_msgs/" + folder + "/" + entry.path().stem().string(), text_of(entry.path()));
    ++seen;
  }
  return seen;
}

TEST(DefinitionFiles, MessagesHaveTheFieldsOfTheirStructs) {
  const int seen = for_each_definition("msg", [](const std::string& name, const std::string& text) {
    const MessageType* type = find_message_type(name);
    ASSERT_NE(type, nullptr) << name;
    EXPECT_THAT(lines_of(text), ::testing::ElementsAreArray(lines_of(ros2msg_text(*type)))) << name;
  });
  EXPECT_EQ(seen, 8);
}

TEST(DefinitionFiles, ServicesHaveTheFieldsOfTheirStructs) {
  const int seen = for_each_definition("srv", [](const std::string& name, const std::string& text) {
    const ServiceType* type = find_service_type(name);
    ASSERT_NE(type, nullptr) << name;
    const std::size_t cut = text.find("---");
    ASSERT_NE(cut, std::string::npos) << name;
    const auto request = lines_of(text.substr(0, cut)), response = lines_of(text.substr(cut + 3));
    EXPECT_THAT(request, ::testing::ElementsAreArray(lines_of(ros2msg_text(*type->request)))) << name;
    EXPECT_THAT(response, ::testing::ElementsAreArray(lines_of(ros2msg_text(*type->response)))) << name;
  });
  EXPECT_EQ(seen, 4);
}

}  // namespace
}  // namespace gs::rosmsg
