// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/bundle_parts.h"

#include <cstring>

#include "gs/core/file.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/files/trajectory_csv.h"
#include "gs/world/paths.h"

namespace gs::world {
namespace {

// Reads the files in the order of world.yaml.
class PartsReader {
 public:
  PartsReader(const fs::path& folder, Problems& problems) : problems_(problems) { parts_.folder = folder; }

  // Without world.yaml no other file name is known.
  BundleParts read(bool keep_samples) {
    parts_.index = part(std::string(kWorldYaml), parse_world_yaml);
    if (!parts_.index) return std::move(parts_);
    const WorldYaml& index = *parts_.index;
    parts_.metadata = part(index.metadata, parse_metadata);
    parts_.files.push_back(index.background);
    parts_.render_config = part(index.render_config, parse_render_config);
    parts_.heightmap = part(index.heightmap_meta, parse_heightmap_meta);
    read_samples(index.heightmap, keep_samples);
    parts_.drivable = part(index.drivable, parse_drivable);
    parts_.calibration = part(index.calibration, parse_calibration);
    parts_.tf_static = part(index.tf_static, parse_tf_static);
    parts_.timebase = part(index.timebase, parse_timebase);
    if (index.trajectory) parts_.trajectory = part(*index.trajectory, parse_trajectory_csv);
    if (index.actor_assets) parts_.actor_assets = part(*index.actor_assets, parse_actor_assets);
    if (index.actor_trajectories) {
      parts_.actor_trajectories = part(*index.actor_trajectories, parse_actor_trajectories);
    }
    return std::move(parts_);
  }

 private:
  // Reads and parses one file; empty if it has an error.
  template <class T>
  std::optional<T> part(const std::string& relative, T (*parse)(std::string_view, std::string_view, Problems&)) {
    parts_.files.push_back(relative);
    const auto path = find_in_bundle(parts_.folder, relative, Severity::error, problems_);
    if (!path) return std::nullopt;
    const auto text = read_text_file(*path);
    if (!text) {
      problems_.add(Severity::error, Error(text.error()), relative);
      return std::nullopt;
    }
    const std::size_t before = problems_.count(Severity::error);
    // A file counts as read if its parser adds no error; warnings are allowed.
    T value = parse(*text, relative, problems_);
    if (problems_.count(Severity::error) != before) return std::nullopt;
    return value;
  }

  // Checks the samples and keeps them if requested. Without valid samples there is no heightmap.
  void read_samples(const std::string& relative, bool keep) {
    parts_.files.push_back(relative);
    const auto path = find_in_bundle(parts_.folder, relative, Severity::error, problems_);
    if (!path || !parts_.heightmap) return;
    const auto file = MappedFile::open(*path);
    const std::size_t before = problems_.count(Severity::error);
    if (!file) {
      problems_.add(Severity::error, Error(file.error()), relative);
    } else {
      check_heightmap_samples(*parts_.heightmap, file->bytes(), relative, problems_);
    }
    if (problems_.count(Severity::error) != before) return parts_.heightmap.reset();
    if (!keep) return;
    parts_.heightmap->data.resize(file->bytes().size() / sizeof(float));
    std::memcpy(parts_.heightmap->data.data(), file->bytes().data(), file->bytes().size());
  }

  Problems& problems_;
  BundleParts parts_;
};

}  // namespace

std::optional<fs::path> find_in_bundle(const fs::path& folder, const std::string& relative, Severity severity,
                                       Problems& problems) {
  auto path = resolve_in_bundle(folder, relative);
  if (path) return std::move(*path);
  Error error = std::move(path).error();
  // The code FILE_MISSING is part of the interface.
  if (error.code == ErrorCode::not_found) {
    error = fail(ErrorCode::not_found, "FILE_MISSING: the file does not exist");
    error.hint = relative == kWorldYaml ? "check that this is the folder of a world bundle" : "world.yaml lists it";
  }
  problems.add(severity, std::move(error), relative);
  return std::nullopt;
}

BundleParts read_bundle_parts(const fs::path& folder, bool keep_samples, Problems& problems) {
  return PartsReader(folder, problems).read(keep_samples);
}

}  // namespace gs::world
