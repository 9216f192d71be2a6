// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>
#include <string>

#include "apps/gs_world_builder/actors_text.h"
#include "apps/gs_world_builder/commands.h"
#include "gs/core/file.h"
#include "gs/world/actor_edit.h"

namespace gs {
namespace {

// Prints one actor or asset.
int show_actor(const world::World& world, const std::string& id, std::optional<double> time_s, bool json) {
  const world::ActorTrajectories no_actors;
  const world::ActorAssets no_assets;
  const auto shown = world::find_actor_or_asset(world.actor_trajectories ? *world.actor_trajectories : no_actors,
                                                world.actor_assets ? *world.actor_assets : no_assets, id);
  if (!shown) return config::report_error(shown.error(), config::kExitUsage);
  const auto print = json ? actor_details_json : actor_details;
  std::fputs(print(world, *shown, time_s).c_str(), stdout);
  return 0;
}

// Removes one actor or asset from the bundle.
int remove_shown(const world::World& world, const std::string& id) {
  const auto removal = world::remove_actor_of_bundle(world, id, "gs-world-builder actors remove");
  if (!removal) {
    const bool unknown = removal.error().code == ErrorCode::invalid_argument;
    const bool invalid = removal.error().code == ErrorCode::validation_failed;
    return config::report_error(removal.error(), unknown ? config::kExitUsage : invalid ? kExitValidation : kExitStep);
  }
  std::fputs(removal_text(*removal).c_str(), stdout);
  return 0;
}

}  // namespace

// gs-world-builder actors list|show|remove.
int run_actors(config::CommandLine& line) {
  fs::path folder;
  std::string action, id;
  std::optional<double> time_s;
  bool json = false;
  line.positional("action", action, "action", Choices{{"list", "show", "remove"}});
  line.positional("dir", folder, "folder of the bundle");
  line.optional_positional("id", id, "show, remove: id of an actor, else of an asset; asset:ID is always an asset");
  line.option("time_s", time_s, "show: also the pose of the actor at this time [s after zero]", Range{-1e9, 1e9});
  line.option("json", json, "list, show: print JSON");
  line.example("gs-world-builder actors list worlds/minimal_test");
  if (const auto exit = line.parse()) return *exit;
  if (action != "list" && id.empty()) {
    return config::report_error(fail(ErrorCode::invalid_argument, "{} needs the id of an actor or an asset", action)
                                    .with_hint("'gs-world-builder actors list DIR' prints all ids"),
                                config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  if (action == "show") return show_actor(*world, id, time_s, json);
  if (action == "remove") return remove_shown(*world, id);
  std::fputs((json ? actor_table_json(*world) : actor_table(*world)).c_str(), stdout);
  return 0;
}

}  // namespace gs
