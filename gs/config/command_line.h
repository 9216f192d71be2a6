// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Command line programs: a table of commands, and inside each command the options it takes.
//
//   int run_info(CommandLine& line) {
//     fs::path log;
//     bool json = false;
//     line.positional("log", log, "the file to look at");
//     line.option("json", json, "print JSON");
//     line.example("gs-log info drive.mcap");
//     if (const auto exit = line.parse()) return *exit;
//     ...
//   }
//   int main(int argc, char** argv) {
//     return run_program({"gs-log", "work with recorded drives", {{"info", "print what a log contains", run_info}}},
//                        argc, argv);
//   }
//
// Flags are the option's name in kebab-case: voxel_size_m is --voxel-size-m, densify.interval is --densify-interval.
// A boolean is a flag without value; --no-x switches x off. Lists take commas or repeat the flag.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/options.h"
#include "gs/core/result.h"

namespace gs {

// Exit codes every program shares (spec: errors); the others belong to the programs.
inline constexpr int kExitUsage = 1;
inline constexpr int kExitConfiguration = 2;

class CommandLine {
 public:
  // name: what the user typed to get here ("gs-log info").
  CommandLine(std::string name, std::string_view summary, std::vector<std::string> arguments);

  // One option of this command. Limits are Range and Choices, as in describe().
  template <class T, class... Limits>
  void option(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::optional, std::move(limits)...);
  }
  template <class T, class... Limits>
  void required(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::required, std::move(limits)...);
  }
  // Arguments without a flag, in the order of the calls; a list takes all that remain.
  template <class T, class... Limits>
  void positional(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::positional, std::move(limits)...);
  }
  template <class T, class... Limits>
  void optional_positional(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::optional_positional, std::move(limits)...);
  }
  // Every option of a described struct. With a config_flag ("config") the command also takes --config FILE: the YAML
  // file is read first, flags override it.
  void options(const OptionTable& table, std::string_view config_flag = {});
  // Shown at the end of --help; it should work when pasted.
  void example(std::string_view text) { example_ = text; }

  // Sets the bound fields. Returns the exit code when the command is over: --help was printed (0), the usage was wrong
  // (1) or the configuration file was (2).
  std::optional<int> parse();
  std::string help() const;
  // Whether the user gave this option (by flag or argument, not by file).
  bool was_given(std::string_view name) const;

 private:
  enum class Role { optional, required, positional, optional_positional };
  struct Cell {
    Option option;
    Role role = Role::optional;
    std::size_t config = 0;  // 1-based index into configs_: the file this option may come from
  };
  struct Config {
    OptionTable table;
    std::string flag;
  };
  struct Assignment {
    std::size_t cell = 0;
    std::vector<std::string> values;
  };

  template <class T, class... Limits>
  void bind(T& field, std::string_view name, std::string_view help, Role role, Limits... limits) {
    OptionTable table;
    OptionVisitor(table, "")(name, field, help, std::move(limits)...);
    for (const Option& option : table.all()) cells_.push_back({option, role, 0});
  }
  Result<bool> collect();  // false: --help was asked for
  Result<void> read_configs() const;
  Result<void> apply() const;
  int usage_error(const Error& error) const;

  std::string name_, summary_, example_;
  std::vector<std::string> arguments_;
  std::vector<Cell> cells_;
  std::vector<Config> configs_;
  std::vector<Assignment> given_;
  std::vector<std::pair<std::size_t, std::string>> config_files_;  // index into configs_, path
};

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(CommandLine& line);
};

struct Program {
  std::string_view name;
  std::string_view summary;
  std::vector<Command> commands;  // one with an empty name: the program has no sub-commands
};

// Finds the command and runs it; --help and --version work everywhere. Nothing escapes: an exception of a library ends
// in a message and exit code 1, and standard output that cannot be written turns exit code 0 into 5.
int run_program(const Program& program, int argc, const char* const* argv);

// Prints "error: ..." and the hint to stderr and hands the code back: return report_error(result.error(), 3);
int report_error(const Error& error, int exit_code);

// "voxel_size_m" -> "voxel-size-m", "densify.interval" -> "densify-interval".
std::string to_kebab_case(std::string_view name);

}  // namespace gs
