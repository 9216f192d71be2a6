// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services of simulation_interfaces that list, name and load worlds.
#include <algorithm>

#include "gs/bridge/services/standard_result.h"

namespace gs::bridge {
namespace {

namespace si = rosmsg::simulation_interfaces;
using Code = rosmsg::simulation_interfaces::Result;
namespace fs = std::filesystem;

si::WorldResource resource_of(const fs::path& bundle) {
  si::WorldResource out;
  out.name = bundle.filename().string();
  out.world_resource.uri = bundle.string();
  return out;
}

// Folders in `folder` that contain a world.yaml, sorted by name. Unreadable folders are skipped.
std::vector<si::WorldResource> worlds_in(const fs::path& folder) {
  std::vector<si::WorldResource> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (fs::exists(it->path() / "world.yaml", ignored)) out.push_back(resource_of(it->path()));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

}  // namespace

gs::Result<void> RunServices::Impl::serve_standard_worlds() {
  GS_CHECK(
      serve<si::GetAvailableWorlds>("~/get_available_worlds", [this](const si::GetAvailableWorlds::Request& request) {
        fs::path folder = options.worlds_folder;
        if (folder.empty()) {
          on_stepping_thread([&] {
            folder = fs::absolute(simulator.world().data.bundle_path).parent_path();
            return Outcome{};
          });
        }
        si::GetAvailableWorlds::Response out{.result = {Code::RESULT_OK, ""}, .worlds = worlds_in(folder)};
        for (const std::string& source : request.additional_sources) {
          for (si::WorldResource& world : worlds_in(source)) out.worlds.push_back(std::move(world));
        }
        return out;
      }));
  GS_CHECK(serve<si::GetCurrentWorld>("~/get_current_world", [this](const auto&) {
    si::GetCurrentWorld::Response out;
    out.result = result_of(on_stepping_thread([&] {
      out.world = resource_of(simulator.world().data.bundle_path);
      return Outcome{true, ""};
    }));
    return out;
  }));
  return serve<si::LoadWorld>("~/load_world", [this](const si::LoadWorld::Request& request) {
    si::LoadWorld::Response out;
    if (request.uri.empty()) {
      out.result = {si::LoadWorld::Response::NO_RESOURCE, "uri must be the folder of a world bundle"};
      return out;
    }
    std::string_view path = request.uri;
    if (path.starts_with("file://")) path.remove_prefix(7);
    const Outcome o = load_world(path).outcome;
    out.result = result_of(o, si::LoadWorld::Response::RESOURCE_PARSE_ERROR);
    if (o.success) out.world = resource_of(path);
    return out;
  });
}

}  // namespace gs::bridge
