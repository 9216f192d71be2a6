// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// `gs-studio DIR`: the worlds, runs and builds of a folder.
#include <chrono>
#include <cstdio>
#include <utility>

#include "apps/gs_studio/arguments.h"
#include "gs/core/format.h"
#include "gs/core/progress.h"
#include "gs/web/studio/studio_server.h"

namespace gs {
namespace {

// The command that serves a world or run. Its programs lie beside this one; it listens and admits as this one does.
std::vector<std::string> command_of(const StudioArguments& a, const web::CatalogEntry& entry) {
  const bool is_world = entry.kind == web::EntryKind::world;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  std::vector<std::string> out = {is_world ? self.parent_path() / "gs-simulator" : self};
  if (is_world) out.emplace_back("serve");
  out.insert(out.end(), {entry.path.string(), "--port", "0", "--listen", a.listen});
  for (const std::string& origin : a.allow_origin) out.insert(out.end(), {"--allow-origin", origin});
  for (const std::string& host : a.allow_host) out.insert(out.end(), {"--allow-host", host});
  if (is_world) return out;
  out.insert(out.end(), {"--speed", format("{}", a.speed)});
  if (a.loop) out.emplace_back("--loop");
  return out;
}

Timestamp wall_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()};
}

}  // namespace

int serve_folder(const StudioArguments& a) {
  auto server_options = web::server_options(a);
  if (!server_options) return config::report_error(server_options.error(), config::kExitUsage);
  web::StudioOptions options{.server = std::move(*server_options),
                             .command = [a](const web::CatalogEntry& entry) { return command_of(a, entry); },
                             .refused = log_refused,
                             .now = wall_clock};
  install_interrupt_handler();
  const auto server = web::StudioServer::start(a.path, std::move(options));
  if (!server) return config::report_error(server.error(), kExitInput);
  std::printf("folder:                  %s\n", a.path.c_str());
  print_addresses(a, (*server)->port(), (*server)->token(), false);
  wait_for_interrupt();
  return 0;
}

}  // namespace gs
