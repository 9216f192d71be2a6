// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parsing of command lines, precedence of options, help texts and exit codes.
#include "gs/config/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "gs/core/file.h"
#include "gs/core/log.h"

namespace gs::config {
namespace {

using testing::HasSubstr;

struct Ground {
  double cell_m = 0.2;
  bool filter = true;
};
void describe(auto& visit, Ground& o) {
  visit("cell_m", o.cell_m, "edge of a ground cell", Range{0.01, 5.0});
  visit("filter", o.filter, "drop outliers");
}

// The fields of a command after parsing, its exit code and everything it printed.
struct Parsed {
  std::optional<int> exit;
  fs::path folder;
  bool json = false;
  int workers = 1;
  std::vector<int> steps{1};
  Ground ground;
  std::string out, err, help;
};

Parsed parse(std::vector<std::string> arguments) {
  Parsed p;
  CommandLine line("prog do", "does it", std::move(arguments));
  line.positional("folder", p.folder, "where to look");
  line.option("json", p.json, "print JSON");
  line.option("workers", p.workers, "threads", Range{1, 64});
  line.option("steps", p.steps, "which steps");
  line.options(OptionTable::of(p.ground), "config");
  line.example("prog do here");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  p.exit = line.parse();
  p.out = testing::internal::GetCapturedStdout();
  p.err = testing::internal::GetCapturedStderr();
  p.help = line.help();
  return p;
}

TEST(CommandLine, EveryCommandTakesALogLevel) {
  const Parsed p = parse({"here", "--log-level", "warning"});
  EXPECT_EQ(p.exit, std::nullopt) << p.err;
  EXPECT_EQ(log_level(), LogLevel::warning);
  EXPECT_EQ(parse({"here", "--log-level=debug"}).exit, std::nullopt);
  EXPECT_EQ(log_level(), LogLevel::debug);
  set_log_level(LogLevel::info);
  const Parsed wrong = parse({"here", "--log-level", "loud"});
  EXPECT_EQ(wrong.exit, kExitUsage);
  EXPECT_THAT(wrong.err, HasSubstr("'loud' is none of: error, warning, info, debug"));
  EXPECT_EQ(log_level(), LogLevel::info);
  EXPECT_THAT(p.help, HasSubstr("--log-level TEXT"));
}

TEST(CommandLine, SetsFields) {
  const Parsed p = parse({"--json", "here", "--workers", "4", "--steps=2,3", "--steps", "5", "--cell-m", "0.5"});
  EXPECT_EQ(p.exit, std::nullopt) << p.err;
  EXPECT_EQ(p.folder, "here");
  EXPECT_TRUE(p.json);
  EXPECT_EQ(p.workers, 4);
  EXPECT_EQ(p.steps, (std::vector{2, 3, 5}));
  EXPECT_EQ(p.ground.cell_m, 0.5);
}

TEST(CommandLine, APositionalListTakesAllThatRemain) {
  CommandLine line("prog merge", "joins", {"a.mcap", "b.mcap", "--out", "x", "c.mcap"});
  std::vector<fs::path> inputs;
  std::string out;
  line.positional("inputs", inputs, "files");
  line.option("out", out, "where to");
  EXPECT_EQ(line.parse(), std::nullopt);
  EXPECT_EQ(inputs, (std::vector<fs::path>{"a.mcap", "b.mcap", "c.mcap"}));
  EXPECT_EQ(out, "x");
}

TEST(CommandLine, PathsMayContainCommas) {
  CommandLine line("prog build", "builds", {"--input", "monday, wet.mcap", "--input", "b.mcap", "c,d.mcap"});
  std::vector<fs::path> inputs, more;
  line.option("input", inputs, "files");
  line.positional("more", more, "files");
  EXPECT_EQ(line.parse(), std::nullopt);
  EXPECT_EQ(inputs, (std::vector<fs::path>{"monday, wet.mcap", "b.mcap"}));
  EXPECT_EQ(more, std::vector<fs::path>{"c,d.mcap"});
}

TEST(CommandLine, SwitchesBooleansOff) {
  EXPECT_FALSE(parse({"here", "--no-filter"}).ground.filter);
  EXPECT_FALSE(parse({"here", "--filter=false"}).ground.filter);
  EXPECT_TRUE(parse({"here", "--filter"}).ground.filter);
}

TEST(CommandLine, WrongUsageExitsWithOneAndAReason) {
  EXPECT_EQ(parse({}).exit, 1);
  EXPECT_THAT(parse({}).err, HasSubstr("the argument folder is missing"));
  EXPECT_THAT(parse({"here", "--wokers", "3"}).err, HasSubstr("did you mean '--workers'?"));
  EXPECT_THAT(parse({"here", "there"}).err, HasSubstr("unexpected argument 'there'"));
  EXPECT_THAT(parse({"here", "--workers", "0"}).err, HasSubstr("1 to 64"));
  EXPECT_THAT(parse({"here", "--workers", "many"}).err, HasSubstr("not an integer"));
  EXPECT_EQ(parse({"here", "--workers"}).exit, 1);
  EXPECT_EQ(parse({"here", "--workers", "1", "--workers", "2"}).exit, 1);
}

TEST(CommandLine, HelpShowsDefaultsUnitsRangesAndTheExampleLast) {
  const Parsed p = parse({"--help"});
  EXPECT_EQ(p.exit, 0);
  EXPECT_EQ(p.out, p.help);
  EXPECT_THAT(p.help, HasSubstr("Usage: prog do FOLDER [options]"));
  EXPECT_THAT(p.help, HasSubstr("edge of a ground cell [m], 0.01 to 5 (default: 0.2)"));
  EXPECT_THAT(p.help, HasSubstr("--no-filter"));
  EXPECT_TRUE(p.help.ends_with("Example:\n  prog do here\n"));
}

// Order of precedence: default, configuration file, flag.
TEST(CommandLine, FlagsOverrideTheConfigurationFile) {
  const fs::path file = fs::path(testing::TempDir()) / "command_line_test.yaml";
  ASSERT_TRUE(write_file(file, std::string_view("cell_m: 0.7\nfilter: false\n")));
  const Parsed p = parse({"here", "--cell-m", "0.3", "--config", file.string()});
  EXPECT_EQ(p.exit, std::nullopt) << p.err;
  EXPECT_EQ(p.ground.cell_m, 0.3);
  EXPECT_FALSE(p.ground.filter);
  ASSERT_TRUE(write_file(file, std::string_view("cell: 0.7\n")));
  const Parsed bad = parse({"here", "--config", file.string()});
  EXPECT_EQ(bad.exit, 2);
  EXPECT_THAT(bad.err, HasSubstr("did you mean 'cell_m'?"));
  fs::remove(file);
}

int run_seven(CommandLine& line) { return line.parse().value_or(7); }

int run(std::vector<const char*> arguments, std::string* out = nullptr) {
  arguments.insert(arguments.begin(), "prog");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int exit = run_program({"prog", "does things", {{"seven", "returns seven", run_seven}}},
                               static_cast<int>(arguments.size()), arguments.data());
  const std::string all = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  if (out != nullptr) *out = all;
  return exit;
}

int run_printing(CommandLine& line) {
  if (const auto exit = line.parse()) return *exit;
  std::printf("a result\n");
  return 0;
}

// Exit code of a program whose standard output is the given file.
int exit_with_output_to(const char* path) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const char* arguments[] = {"prog", "print"};
    if (std::freopen(path, "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(99);
    ::_exit(run_program({"prog", "does things", {{"print", "prints", run_printing}}}, 2, arguments));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(RunProgram, OutputThatCannotBeWrittenEndsWithFive) {
  EXPECT_EQ(exit_with_output_to("/dev/null"), 0);
  EXPECT_EQ(exit_with_output_to("/dev/full"), 5);
}

TEST(ReportError, AnExistingOutputAndCtrlCHaveOneExitCodeInEveryProgram) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(report_error({.code = ErrorCode::already_exists, .message = "m"}, 5), kExitUsage);
  EXPECT_EQ(report_error({.code = ErrorCode::interrupted, .message = "m"}, 5), kExitUsage);
  EXPECT_EQ(report_error({.code = ErrorCode::disk_full, .message = "m", .hint = "h"}, 5), 5);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "error: m\nerror: m\nerror: m\nhint: h\n");
}

TEST(RunProgram, DispatchesAndPrintsHelpAndVersion) {
  std::string out;
  EXPECT_EQ(run({"seven"}), 7);
  EXPECT_EQ(run({"seven", "--help"}, &out), 0);
  EXPECT_THAT(out, HasSubstr("prog seven: returns seven"));
  EXPECT_EQ(run({"--help"}, &out), 0);
  EXPECT_THAT(out, HasSubstr("seven  returns seven"));
  EXPECT_EQ(run({"--version"}, &out), 0);
  EXPECT_EQ(out, std::string("prog ") + GS_VERSION + "\n");
  EXPECT_EQ(run({}, &out), 1);
  EXPECT_EQ(run({"sevn"}, &out), 1);
  EXPECT_THAT(out, HasSubstr("did you mean 'seven'?"));
}

}  // namespace
}  // namespace gs::config
