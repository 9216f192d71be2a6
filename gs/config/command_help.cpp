// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "gs/config/command_line.h"
#include "gs/core/version.h"

namespace gs::config {
namespace {

// One line of a table of the help text.
struct Row {
  std::string left, right;
};

// The unit that the suffix of an option name stands for: "cell_m" is in metres.
std::string_view unit_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kUnits{{{"_m", "m"},
                                                                                         {"_s", "s"},
                                                                                         {"_sec", "s"},
                                                                                         {"_ms", "ms"},
                                                                                         {"_ns", "ns"},
                                                                                         {"_hz", "Hz"},
                                                                                         {"_rad", "rad"},
                                                                                         {"_deg", "deg"},
                                                                                         {"_px", "px"},
                                                                                         {"_mps", "m/s"},
                                                                                         {"_mps2", "m/s^2"},
                                                                                         {"_kmh", "km/h"},
                                                                                         {"_mb", "MB"},
                                                                                         {"_bytes", "bytes"}}};
  for (const auto& [suffix, unit] : kUnits) {
    if (name.ends_with(suffix)) return unit;
  }
  return "";
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// The placeholder for the value of a flag: " N", " TEXT"; empty for flags without value.
std::string placeholder(const Option& option) {
  switch (option.type) {
    case OptionType::boolean:
      return "";
    case OptionType::integer:
    case OptionType::real:
      return " N";
    case OptionType::text:
      return " TEXT";
    case OptionType::integer_list:
    case OptionType::real_list:
      return " N,N";
    case OptionType::text_list:
      return " TEXT,TEXT";
  }
  return "";
}

// "edge of a ground cell [m], 0.01 to 5 (default: 0.2)"
std::string describe_option(const Option& option, bool show_default) {
  std::string text = option.help;
  if (const std::string_view unit = unit_of(option.name); !unit.empty()) text += " [" + std::string(unit) + "]";
  if (const std::string allowed = allowed_values(option); !allowed.empty()) text += ", " + allowed;
  if (!show_default) return text;
  std::string defaults;
  for (const std::string& item : option.defaults) defaults += (defaults.empty() ? "" : ",") + item;
  return defaults.empty() ? text : text + " (default: " + defaults + ")";
}

// Two aligned columns. A left text of more than 32 characters gets a line of its own.
std::string table(std::string_view title, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, std::min<std::size_t>(row.left.size(), 32));
  std::string text = "\n" + std::string(title) + ":\n";
  for (const Row& row : rows) {
    std::string left = row.left;
    if (left.size() > width) {
      text += "  " + left + "\n";
      left.clear();
    }
    left.resize(width, ' ');
    text += "  " + left + "  " + row.right + "\n";
  }
  return text;
}

// The help of a program with several commands: one line per command.
std::string program_help(const Program& program) {
  std::string text = std::string(program.name) + ": " + std::string(program.summary) + "\n";
  text += "\nUsage: " + std::string(program.name) + " COMMAND [arguments]\n";
  std::vector<Row> rows;
  for (const Command& command : program.commands) {
    rows.push_back({std::string(command.name), std::string(command.summary)});
  }
  text += table("Commands", rows);
  text += table("Options", {{"--help", "this text; 'COMMAND --help' for one command"}, {"--version", "the version"}});
  return text;
}

const Command* find_command(const Program& program, std::string_view name) {
  for (const Command& command : program.commands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

// Reports an unknown command, with the most similar one as a hint.
int unknown_command(const Program& program, const std::string& name) {
  Error error = fail(ErrorCode::invalid_argument, "unknown command '{}'", name);
  std::string near;
  std::size_t best = std::max<std::size_t>(3, name.size() / 2);
  for (const Command& command : program.commands) {
    const std::size_t distance = edit_distance(name, command.name);
    if (distance < best) near = command.name, best = distance;
  }
  error.hint = near.empty() ? format("'{} --help' lists the commands", program.name) : "did you mean '" + near + "'?";
  return report_error(error, kExitUsage);
}

// Handles --version and the help of the whole program, then runs the command.
int dispatch(const Program& program, std::vector<std::string> arguments) {
  const bool single = program.commands.size() == 1 && program.commands[0].name.empty();
  if (std::find(arguments.begin(), arguments.end(), "--version") != arguments.end()) {
    std::printf("%s %s\n", std::string(program.name).c_str(), std::string(kVersion).c_str());
    return 0;
  }
  if (single) {
    CommandLine line(std::string(program.name), program.summary, std::move(arguments));
    return program.commands[0].run(line);
  }
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
    std::fputs(program_help(program).c_str(), arguments.empty() ? stderr : stdout);
    return arguments.empty() ? kExitUsage : 0;
  }
  const std::string name = arguments[0];
  const Command* command = find_command(program, name);
  if (command == nullptr) return unknown_command(program, name);
  arguments.erase(arguments.begin());
  CommandLine line(std::string(program.name) + " " + name, command->summary, std::move(arguments));
  return command->run(line);
}

constexpr int kExitOutput = 5;

// Flushes standard output and reports a failure: results that were not written (redirected to a full disk) must not
// look like success.
int check_output(int exit) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit;
  const std::string why = errno != 0 ? std::strerror(errno) : "an earlier write failed";
  const int code = report_error(fail(ErrorCode::io_error, "cannot write to standard output: {}", why)
                                    .with_hint("the results are incomplete; free space or redirect them elsewhere"),
                                kExitOutput);
  return exit == 0 ? code : exit;
}

}  // namespace

// One table of positional arguments, one of options, and the example. A flag that is on by default is shown as --no-x.
std::string CommandLine::help() const {
  std::string usage = "Usage: " + name_;
  std::vector<Row> arguments, options;
  for (const Cell& cell : cells_) {
    const Option& option = cell.option;
    const std::string flag = "--" + to_kebab_case(option.name);
    if (cell.role >= Role::positional) {
      const std::string name = upper(option.name) + (option.is_list() ? "..." : "");
      const bool required = cell.role == Role::positional;
      usage += required ? " " + name : " [" + name + "]";
      arguments.push_back({name, describe_option(option, !required)});
    } else {
      const bool required = cell.role == Role::required;
      if (required) usage += " " + flag + placeholder(option);
      const bool is_on = option.type == OptionType::boolean && option.defaults == std::vector<std::string>{"true"};
      const std::string shown = is_on ? "--no-" + flag.substr(2) : flag;
      const bool plain_flag = option.type == OptionType::boolean;
      options.push_back({shown + placeholder(option),
                         is_on ? "switch off: " + option.help
                               : describe_option(option, !required && !plain_flag) + (required ? " (required)" : "")});
    }
  }
  for (const Config& config : configs_) {
    options.push_back({"--" + to_kebab_case(config.flag) + " FILE", "YAML file with these options; flags override it"});
  }
  options.push_back(
      {"--log-level TEXT", "messages on standard error, one of: error, warning, info, debug (default: info)"});
  options.push_back({"--help", "this text"});
  std::string text = name_ + ": " + summary_ + "\n\n" + usage + " [options]\n";
  text += table("Arguments", arguments) + table("Options", options);
  if (!example_.empty()) text += "\nExample:\n  " + example_ + "\n";
  return text;
}

// The last barrier: nothing that is thrown below leaves main().
int run_program(const Program& program, int argc, const char* const* argv) {
  try {
    return check_output(dispatch(program, std::vector<std::string>(argv + std::min(argc, 1), argv + argc)));
  } catch (const std::bad_alloc&) {
    return report_error(fail(ErrorCode::out_of_memory, "not enough memory"), kExitUsage);
  } catch (const std::exception& e) {
    return report_error(fail(ErrorCode::internal, "internal error: {}", e.what()), kExitUsage);
  }
}

}  // namespace gs::config
