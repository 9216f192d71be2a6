// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Names in a command template become values; nothing is split by a shell.
#include "gs/builder/training/drivestudio/command_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gs::builder {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::map<std::string, std::string, std::less<>> kValues{{"config", "/a b/config.yaml"}, {"seed", "42"}};

TEST(CommandTemplate, NamesBecomeValuesAndNothingIsSplit) {
  const std::vector<std::string> command{"train", "--config={config}", "seed={seed},{seed}", "{{}}",
                                         "$(rm -rf /); `x`"};
  EXPECT_THAT(fill_command(command, kValues).value(),
              ElementsAre("train", "--config=/a b/config.yaml", "seed=42,42", "{}", "$(rm -rf /); `x`"));
}

TEST(CommandTemplate, UnknownNamesAndEmptyCommandsAreErrors) {
  const auto error = fill_command({"train", "{dataset}"}, kValues).error();
  EXPECT_EQ(error.code, ErrorCode::invalid_option);
  EXPECT_THAT(error.message, HasSubstr("{dataset}"));
  EXPECT_THAT(error.hint, HasSubstr("{config}, {seed}"));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{}, {""}, {"a", "{seed"}, {"a", "seed}"}, {"a", "{}"}, {"a", std::string("\0", 1)}}) {
    EXPECT_EQ(fill_command(command, kValues).error().code, ErrorCode::invalid_option);
  }
}

TEST(CommandTemplate, QuotedAsAShellWouldReadIt) {
  EXPECT_EQ(quoted_command({"a", "b c", "", "it's", "--x=1"}), "a 'b c' '' 'it'\\''s' --x=1");
}

}  // namespace
}  // namespace gs::builder
