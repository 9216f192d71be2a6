// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>
#include <string>

#include "apps/gs_world_builder/actors_text.h"
#include "apps/gs_world_builder/commands.h"
#include "apps/gs_world_builder/turn_table.h"
#include "gs/core/file.h"
#include "gs/world/actor_edit.h"
#include "gs/world/asset_exchange.h"

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

// Reports the error of an edit or an export and returns the exit code.
int report_change(const Error& error) {
  switch (error.code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::already_exists:
      return config::report_error(error, config::kExitUsage);
    case ErrorCode::validation_failed:
      return config::report_error(error, kExitValidation);
    case ErrorCode::not_found:
    case ErrorCode::corrupt:
    case ErrorCode::invalid_data:
      return config::report_error(error, kExitInput);
    default:
      return config::report_error(error, kExitStep);
  }
}

// Writes an asset of the bundle as a folder.
int export_shown(const world::World& world, const std::string& id, const fs::path& folder) {
  const auto asset = world::export_asset(world, id, folder);
  if (!asset) return report_change(asset.error());
  std::printf("wrote %s to %s\n", asset->id.c_str(), folder.string().c_str());
  return 0;
}

// Adds the asset of a folder to the bundle.
int import_folder(const world::World& world, const fs::path& folder, const std::string& id) {
  const auto asset = world::import_asset(world, folder, id, "gs-world-builder actors import");
  if (!asset) return report_change(asset.error());
  std::printf("added the asset %s to %s\n", asset->id.c_str(), world.folder.string().c_str());
  return 0;
}

// Removes one actor or asset from the bundle.
int remove_shown(const world::World& world, const std::string& id) {
  const auto removal = world::remove_actor_of_bundle(world, id, "gs-world-builder actors remove");
  if (!removal) return report_change(removal.error());
  std::fputs(removal_text(*removal).c_str(), stdout);
  return 0;
}

}  // namespace

// The error of an action whose arguments are missing.
Result<void> check_arguments(const std::string& action, const std::string& id, const fs::path& other) {
  if (action == "list") return {};
  if (id.empty() && action == "import") {
    return fail(ErrorCode::invalid_argument, "import needs the folder of an exported asset")
        .with_hint("'gs-world-builder actors export DIR ID FOLDER' writes one");
  }
  if (id.empty()) {
    return fail(ErrorCode::invalid_argument, "{} needs the id of an actor or an asset", action)
        .with_hint("'gs-world-builder actors list DIR' prints all ids");
  }
  if (action == "turn-table" && other.empty()) {
    return fail(ErrorCode::invalid_argument, "turn-table needs the video file to write")
        .with_hint("for example: gs-world-builder actors turn-table DIR ID car.mp4");
  }
  if (action == "export" && other.empty()) {
    return fail(ErrorCode::invalid_argument, "export needs the folder to write")
        .with_hint("for example: gs-world-builder actors export DIR ID my_assets/ID");
  }
  return {};
}

// gs-world-builder actors list|show|export|import|remove|turn-table.
int run_actors(config::CommandLine& line) {
  fs::path folder, other;
  std::string action, id, new_id;
  std::optional<double> time_s;
  bool json = false, force = false;
  line.positional("action", action, "action", Choices{{"list", "show", "export", "import", "remove", "turn-table"}});
  line.positional("dir", folder, "folder of the bundle");
  line.optional_positional(
      "id", id,
      "show, export, remove, turn-table: id of an actor, else of an asset; asset:ID is always an asset. "
      "import: folder of an exported asset");
  line.optional_positional("folder", other, "export: folder to write; turn-table: video file (.mp4) to write");
  line.option("new_id", new_id, "import: id of the asset in this bundle (default: its present id)");
  line.option("time_s", time_s, "show: also the pose of the actor at this time [s after zero]", Range{-1e9, 1e9});
  line.option("force", force, "turn-table: replace an existing file");
  line.option("json", json, "list, show: print JSON");
  line.example("gs-world-builder actors list worlds/minimal_test");
  if (const auto exit = line.parse()) return *exit;
  if (const auto complete = check_arguments(action, id, other); !complete) {
    return config::report_error(complete.error(), config::kExitUsage);
  }
  const auto world = world::load_world(folder);
  if (!world) return report_bundle_error(folder, world.error());
  if (action == "show") return show_actor(*world, id, time_s, json);
  if (action == "export") return export_shown(*world, id, other);
  if (action == "turn-table") return write_turn_table(*world, id, other, force);
  if (action == "import") return import_folder(*world, id, new_id);
  if (action == "remove") return remove_shown(*world, id);
  std::fputs((json ? actor_table_json(*world) : actor_table(*world)).c_str(), stdout);
  return 0;
}

}  // namespace gs
