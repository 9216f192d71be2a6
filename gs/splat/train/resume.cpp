// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/resume.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/core/json/json.h"
#include "gs/core/parallel.h"

namespace gs::splat::train {
namespace {

// Hint of all mismatches.
constexpr std::string_view kAnew =
    "resume with the options and the data set of the checkpoint, or start a new training without resume";

// Continues the checksum `before` over the bytes of `values`.
template <class T>
uint32_t crc_of(const std::vector<T>& values, uint32_t before) {
  return crc32(std::as_bytes(std::span(values)), before);
}

// CRC-32 of everything about one view that influences training.
uint32_t image_crc(const TrainingView& view) {
  const CameraD& c = view.camera;
  const Rigid3d& pose = view.map_from_camera;
  const std::array<double, 23> numbers{static_cast<double>(c.width),
                                       static_cast<double>(c.height),
                                       c.fx,
                                       c.fy,
                                       c.cx,
                                       c.cy,
                                       static_cast<double>(c.lens),
                                       c.k1,
                                       c.k2,
                                       c.k3,
                                       c.k4,
                                       c.k5,
                                       c.k6,
                                       c.p1,
                                       c.p2,
                                       pose.translation.x,
                                       pose.translation.y,
                                       pose.translation.z,
                                       pose.rotation.x,
                                       pose.rotation.y,
                                       pose.rotation.z,
                                       pose.rotation.w,
                                       view.held_out ? 1.0 : 0.0};
  uint32_t crc = crc32(std::as_bytes(std::span(numbers)));
  crc = crc_of(view.rgb8, crc);
  crc = crc_of(view.mask, crc);
  crc = crc_of(view.sky, crc);
  crc = crc_of(view.depth, crc);
  for (const ActorSighting& sighting : view.actors) {
    const Rigid3d& at = sighting.map_from_actor;
    const std::array<double, 8> values{static_cast<double>(sighting.actor),
                                       at.translation.x,
                                       at.translation.y,
                                       at.translation.z,
                                       at.rotation.x,
                                       at.rotation.y,
                                       at.rotation.z,
                                       at.rotation.w};
    crc = crc32(std::as_bytes(std::span(values)), crc);
  }
  return crc;
}

// Options that may change between the checkpoint and the resumed run.
bool may_differ(std::string_view name) {
  return name.starts_with("output.") || name.starts_with("chunks.") || name == "training.iterations" ||
         name == "training.preset" || name == "training.deterministic";
}

// Equality of two option values; 1 and 1.0 are equal, because a JSON writer may store either.
bool same(const Node& a, const Node& b) {
  if (a.is_number() && b.is_number()) return a.real == b.real;
  return a.kind == b.kind && a.boolean == b.boolean && a.text == b.text && a.items.size() == b.items.size() &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), same);
}

// True if both values of densify.end_iter are the automatic ones of the length of their run.
bool both_follow_the_length(const Node& stored, const Node& now, std::string_view name) {
  if (name != "training.densify.end_iter") return false;
  const auto follows = [&](const Node& options) {
    const auto length = options["training.iterations"].index(), end = options[name].index();
    const std::string& strategy = options["training.strategy"].text;
    return length && end && static_cast<int64_t>(*end) == usual_end_iter(static_cast<int64_t>(*length), strategy);
  };
  return follows(stored) && follows(now);
}

// Text of an option value for an error message.
std::string text_of(const Node& value) {
  switch (value.kind) {
    case Node::Kind::boolean:
      return value.boolean ? "true" : "false";
    case Node::Kind::integer:
    case Node::Kind::real:
      return format("{}", value.real);
    case Node::Kind::text:
      return value.text;
    default:
      return "another value";
  }
}

// True for the regular files that a checkpoint consists of.
bool is_checkpoint_file(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return (name == "state.gstc" || name == "point_cloud.ply") && entry.symlink_status().type() == fs::file_type::regular;
}

// Removes one checkpoint folder after checking that it contains nothing else.
Result<void> remove_checkpoint(const OwnedFolder& owned, const fs::path& place) {
  std::error_code error;
  if (!fs::exists(place / "state.gstc", error)) return {};  // not a checkpoint: resume ignores it
  for (fs::directory_iterator it(place, error), end; !error && it != end; it.increment(error)) {
    if (is_checkpoint_file(*it)) continue;
    return fail(ErrorCode::already_exists,
                "file {} does not belong to a checkpoint and would be removed with folder {}",
                it->path().filename().string(), place.string())
        .with_hint("move the folder away, train into another output folder, or resume");
  }
  if (error) return system_error("reading the older checkpoint", place, error.value());
  GS_TRY(const Replacement permission, owned.may_replace_inside(place));
  return remove_folder(permission);
}

}  // namespace

std::vector<uint64_t> saved_iterations(const fs::path& folder) {
  std::vector<uint64_t> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kCheckpointPrefix)) continue;
    uint64_t number = 0;
    const char *first = name.data() + kCheckpointPrefix.size(), *last = name.data() + name.size();
    const auto parsed = std::from_chars(first, last, number);
    if (parsed.ec == std::errc() && parsed.ptr == last) out.push_back(number);
  }
  std::sort(out.rbegin(), out.rend());
  return out;
}

DataFingerprint fingerprint_of(std::span<const TrainingView> views) {
  std::vector<uint32_t> images(views.size());
  parallel_for(
      // One task per view: images are large, and the checksums are combined in the order of the views.
      views.size(), [&](std::size_t i) { images[i] = image_crc(views[i]); }, 1);
  DataFingerprint out;
  for (const TrainingView& view : views) out.names = crc32(as_bytes(view.name + "\n"), out.names);
  out.images = crc_of(images, 0);
  return out;
}

Result<void> check_resumable(const Checkpoint& checkpoint, const TrainingOptions& options,
                             const DataFingerprint& data) {
  GS_TRY(const Node stored, parse_json(checkpoint.options_json));
  GS_TRY(const Node now, parse_json(to_json(options)));
  // Options that the checkpoint does not know are newer than it and are accepted.
  for (const auto& [name, value] : now.members) {
    const Node* before = stored.find(name);
    if (before == nullptr || may_differ(name) || same(*before, value)) continue;
    if (both_follow_the_length(stored, now, name)) continue;
    return fail(ErrorCode::invalid_argument, "option {} was {}, this run has {}", name, text_of(*before),
                text_of(value))
        .with_hint(std::string(kAnew));
  }
  if (checkpoint.clock_offset_s != 0) {
    return fail(ErrorCode::invalid_argument,
                "the checkpoint holds a camera clock of {:+.4f} s that an earlier version learned: training takes the "
                "times of the images as given now",
                checkpoint.clock_offset_s)
        .with_hint("start a new training: without resume, or after its checkpoints are removed");
  }
  if (!checkpoint.data || *checkpoint.data == data) return {};
  const bool names = checkpoint.data->names != data.names;
  return fail(ErrorCode::invalid_argument, "the checkpoint was trained on {}",
              names ? "views of other names" : "other images, masks, camera poses or calibration")
      .with_hint(std::string(kAnew));
}

Result<void> remove_checkpoints(const OwnedFolder& owned, const fs::path& folder) {
  for (const uint64_t iteration : saved_iterations(folder)) {
    GS_CHECK(remove_checkpoint(owned, folder / format("{}{}", kCheckpointPrefix, iteration)));
  }
  return {};
}

}  // namespace gs::splat::train
