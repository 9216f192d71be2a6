// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "gs/config/yaml_options.h"
#include "gs/core/log.h"

namespace gs::config {
namespace {

// The known flag that is most similar to `flag` by edit distance; empty if none is similar.
std::string nearest_flag(std::string_view flag, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(3, flag.size() / 2);
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(flag, name);
    if (distance < best_distance) best = name, best_distance = distance;
  }
  return best;
}

Error usage(std::string message) { return Error{.code = ErrorCode::invalid_argument, .message = std::move(message)}; }

}  // namespace

std::string to_kebab_case(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return text;
}

CommandLine::CommandLine(std::string name, std::string_view summary, std::vector<std::string> arguments)
    : name_(std::move(name)), summary_(summary), arguments_(std::move(arguments)) {}

void CommandLine::options(const OptionTable& table, std::string_view config_flag) {
  if (!config_flag.empty()) configs_.push_back({table, std::string(config_flag)});
  for (const Option& option : table.all()) {
    cells_.push_back({option, Role::optional, true, config_flag.empty() ? 0 : configs_.size()});
  }
}

// CLI11 only splits the arguments. Values are checked and set later by the options themselves, after the configuration
// files are read.
Result<bool> CommandLine::collect() {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  bool help = false;
  std::string level;
  std::vector<std::string> known{"--help", "--log-level"};
  try {
    app.add_flag("-h,--help", help);
    app.add_option("--log-level", level);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const Option& option = cells_[i].option;
      const std::string flag = to_kebab_case(option.name);
      const auto store = [this, i](const CLI::results_t& values) {
        given_.push_back({i, values});
        return true;
      };
      const bool positional = cells_[i].role >= Role::positional;
      // Flags without value: --x and --no-x.
      if (option.type == OptionType::boolean && !positional) {
        app.add_flag_function("--" + flag + ",!--no-" + flag, [this, i](int64_t count) {
          given_.push_back({i, {count > 0 ? "true" : "false"}});
        });
        known.insert(known.end(), {"--" + flag, "--no-" + flag});
        continue;
      }
      // Options with one value. Lists also accept commas, repeated flags, and, as arguments, several words.
      CLI::Option* added = app.add_option(positional ? option.name : "--" + flag, CLI::callback_t(store));
      added->type_size(1)->expected(1)->run_callback_for_default(false);
      if (option.is_list()) {
        added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        if (cells_[i].splits_at_commas) added->delimiter(',');
        if (positional) added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
      }
      if (!positional) known.push_back("--" + flag);
    }
    // The flags of the configuration files.
    for (std::size_t i = 0; i < configs_.size(); ++i) {
      app.add_option("--" + to_kebab_case(configs_[i].flag), CLI::callback_t([this, i](const CLI::results_t& values) {
                       config_files_.emplace_back(i, values.front());
                       return true;
                     }));
      known.push_back("--" + to_kebab_case(configs_[i].flag));
    }
    // CLI11 takes the arguments in reverse order.
    std::vector<std::string> reversed(arguments_.rbegin(), arguments_.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::Error& e) {
    // --help works also beside wrong arguments.
    if (std::find_if(arguments_.begin(), arguments_.end(), [](const auto& a) { return a == "--help" || a == "-h"; }) !=
        arguments_.end()) {
      return false;
    }
    return usage(e.what());
  }
  if (help) return false;
  if (!level.empty()) {
    const auto chosen = log_level_from(level);
    if (!chosen) return usage("--log-level: '" + level + "' is none of: error, warning, info, debug");
    set_log_level(*chosen);
  }
  // allow_extras() made CLI11 collect what it does not know, so that the error can suggest a similar flag.
  if (const auto extras = app.remaining(); !extras.empty()) {
    const std::string flag = extras.front().substr(0, extras.front().find('='));
    if (!flag.starts_with("-")) return usage("unexpected argument '" + flag + "'");
    const std::string near = nearest_flag(flag, known);
    return usage("unknown flag '" + flag + "'").with_hint(near.empty() ? "" : "did you mean '" + near + "'?");
  }
  // Required options are checked last, so that --help works without them.
  for (const Cell& cell : cells_) {
    if (cell.role != Role::required && cell.role != Role::positional) continue;
    if (was_given(cell.option.name)) continue;
    return usage(cell.role == Role::required ? "--" + to_kebab_case(cell.option.name) + " is required"
                                             : "the argument " + cell.option.name + " is missing");
  }
  return true;
}

bool CommandLine::was_given(std::string_view name) const {
  return std::any_of(given_.begin(), given_.end(),
                     [&](const Assignment& a) { return cells_[a.cell].option.name == name; });
}

// Files are read in the order of the command line; a later one overrides an earlier one.
Result<void> CommandLine::read_configs() const {
  for (const auto& [index, path] : config_files_) GS_CHECK(read_yaml_options_file(path, configs_[index].table));
  return {};
}

Result<void> CommandLine::apply() const {
  for (const auto& [cell, values] : given_) {
    const Option& option = cells_[cell].option;
    const bool positional = cells_[cell].role >= Role::positional;
    GS_CHECK(option.set(values).with_context(positional ? option.name : "--" + to_kebab_case(option.name)));
  }
  return {};
}

int CommandLine::usage_error(const Error& error) const {
  report_error(error, kExitUsage);
  std::fprintf(stderr, "run '%s --help' for usage\n", name_.c_str());
  return kExitUsage;
}

// Order matters: files first, then flags, so that flags win.
std::optional<int> CommandLine::parse() {
  const Result<bool> collected = collect();
  if (!collected) return usage_error(collected.error());
  if (!*collected) {
    std::fputs(help().c_str(), stdout);
    return 0;
  }
  if (const auto read = read_configs(); !read) return report_error(read.error(), kExitConfiguration);
  if (const auto applied = apply(); !applied) return usage_error(applied.error());
  return std::nullopt;
}

int report_error(const Error& error, int exit_code) {
  std::fprintf(stderr, "error: %s\n", to_string(error).c_str());
  const bool is_common = error.code == ErrorCode::already_exists || error.code == ErrorCode::interrupted;
  return is_common ? kExitUsage : exit_code;
}

}  // namespace gs::config
