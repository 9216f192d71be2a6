// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Command line programs: a program is a table of commands; each command binds variables to its arguments and options.
//
//   int run_info(CommandLine& line) {
//     fs::path log;
//     bool json = false;
//     line.positional("log", log, "log file");
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
// A flag is the name of its option in kebab-case: voxel_size_m is --voxel-size-m, densify.interval is
// --densify-interval. A boolean option is a flag without value; --no-x switches x off. The elements of a list are
// separated by commas, or the flag is repeated. A list of paths is not split at commas, because they occur in names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/result.h"

namespace gs::config {

// Exit codes with the same meaning in all programs; the page of a program in docs/ lists its other codes.
inline constexpr int kExitUsage = 1;          // wrong arguments, an output that exists, Ctrl-C
inline constexpr int kExitConfiguration = 2;  // a configuration file cannot be read or has wrong values

// The arguments and options of one command. First bind fields, then call parse(); bound fields must outlive it. An
// option that the user does not give leaves its field unchanged, so the default is the value that the field has when it
// is bound.
class CommandLine {
 public:
  // name: the command as the user types it ("gs-log info"); arguments: the words behind it.
  CommandLine(std::string name, std::string_view summary, std::vector<std::string> arguments);

  // Binds one option, which the user may give, or must give (required). Limits are Range and Choices, as in describe().
  template <class T, class... Limits>
  void option(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::optional, std::move(limits)...);
  }
  template <class T, class... Limits>
  void required(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::required, std::move(limits)...);
  }
  // Binds an argument without a flag, in the order of the calls; a list takes all that remain. Optional ones come last.
  template <class T, class... Limits>
  void positional(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::positional, std::move(limits)...);
  }
  template <class T, class... Limits>
  void optional_positional(std::string_view name, T& field, std::string_view help, Limits... limits) {
    bind(field, name, help, Role::optional_positional, std::move(limits)...);
  }
  // Binds every option of a described struct. With a config_flag ("config") the command also takes --config FILE: the
  // YAML file is read first, and flags override its values.
  void options(const OptionTable& table, std::string_view config_flag = {});
  // An example for the end of --help, which should work when it is pasted into a shell.
  void example(std::string_view text) { example_ = text; }

  // Sets the bound fields. Returns empty if the command can run, else the exit code: 0 after printing --help,
  // kExitUsage or kExitConfiguration after printing an error.
  std::optional<int> parse();
  std::string help() const;  // the text of --help
  // True if the user gave this option on the command line (not in a configuration file).
  bool was_given(std::string_view name) const;

 private:
  enum class Role { optional, required, positional, optional_positional };
  struct Cell {
    Option option;
    Role role = Role::optional;
    bool splits_at_commas = true;  // of a list
    std::size_t config = 0;        // 1-based index into configs_ of the file that may set this option; 0: none
  };
  struct Config {
    OptionTable table;
    std::string flag;
  };
  struct Assignment {
    std::size_t cell = 0;  // index into cells_
    std::vector<std::string> values;
  };

  template <class T, class... Limits>
  void bind(T& field, std::string_view name, std::string_view help, Role role, Limits... limits) {
    OptionTable table;
    OptionVisitor(table, "")(name, field, help, std::move(limits)...);
    constexpr bool kPaths = std::is_same_v<T, std::vector<std::filesystem::path>>;
    for (const Option& option : table.all()) cells_.push_back({option, role, !kPaths, 0});
  }
  Result<bool> collect();             // splits the arguments into given_ and config_files_; false: --help was given
  Result<void> read_configs() const;  // sets options from the configuration files
  Result<void> apply() const;         // sets options from given_
  int usage_error(const Error& error) const;

  std::string name_, summary_, example_;
  std::vector<std::string> arguments_;
  std::vector<Cell> cells_;
  std::vector<Config> configs_;
  std::vector<Assignment> given_;
  std::vector<std::pair<std::size_t, std::string>> config_files_;  // index into configs_, path
};

// One row of the table of commands.
struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(CommandLine& line);
};

// A program and its commands, for help texts and dispatch.
struct Program {
  std::string_view name;
  std::string_view summary;
  std::vector<Command> commands;  // a single one with an empty name: the program has no sub-commands
};

// Finds the command, runs it and returns its exit code; handles --help and --version. An exception of a library becomes
// a message and exit code 1. If standard output cannot be written, exit code 0 becomes 5.
int run_program(const Program& program, int argc, const char* const* argv);

// Prints "error: ..." and the hint to stderr and returns exit_code: return report_error(result.error(), 3);
// Two situations have the same exit code in every program, kExitUsage: an output that exists (already_exists) and
// Ctrl-C (interrupted).
int report_error(const Error& error, int exit_code);

// The flag of an option name, without "--": "densify.interval_m" -> "densify-interval-m".
std::string to_kebab_case(std::string_view name);

}  // namespace gs::config
