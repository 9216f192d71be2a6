// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/actors/given_actors.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/world/actors/trajectories_file.h"

namespace gs::builder {
namespace {

using mapping::GivenBox;
using mapping::GivenTrack;
using mapping::ObjectClass;

constexpr double kFarthest_m = 1e7, kLatest_s = 1e9;
const char* const kBoxFileHint =
    "set actors.source to auto, to a topic, to actors/trajectories.json of a bundle, or to boxes.json of gs-synth "
    "truth";

// The words of a label in lower case; anything but letters separates them.
std::set<std::string, std::less<>> words_of(std::string_view label) {
  std::set<std::string, std::less<>> out;
  std::string word;
  for (const char c : std::string(label) + " ") {
    const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    if (upper || lower) {
      word += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      out.insert(std::exchange(word, {}));
    }
  }
  return out;
}

struct ClassWords {
  ObjectClass type;
  std::vector<std::string_view> words;
};
// The first row with a word of the label decides: a pickup truck is as large as a car.
const std::vector<ClassWords>& class_words() {
  static const std::vector<ClassWords> rows = {
      {ObjectClass::pedestrian, {"pedestrian", "person", "human", "adult", "child", "walker"}},
      {ObjectClass::two_wheeler,
       {"bicycle", "cyclist", "bike", "motorcycle", "motorcyclist", "motorbike", "rider", "scooter", "wheeler"}},
      {ObjectClass::car, {"car", "pickup", "sedan", "suv", "taxi", "automobile"}},
      {ObjectClass::large_vehicle, {"truck", "lorry", "bus", "trailer", "tram", "train", "large"}},
  };
  return rows;
}

ObjectClass class_of(world::ActorClass type) { return class_of_label(world::word_of(world::kActorClasses, type)); }

// A column of a track of boxes.json.
Result<std::vector<double>> column_of(const Node& track, std::string_view name, std::size_t rows) {
  const Node& column = track[name];
  if (!column.is_list() || column.items.size() != rows) {
    return fail(ErrorCode::invalid_data, "column '{}' has {} values, column 't' {}", name, column.items.size(), rows);
  }
  std::vector<double> out;
  for (const Node& value : column.items) {
    if (!value.is_number() || !std::isfinite(value.real) || std::abs(value.real) > std::max(kFarthest_m, kLatest_s)) {
      return fail(ErrorCode::invalid_data, "value {} of column '{}' is no number up to {}", out.size(), name,
                  std::max(kFarthest_m, kLatest_s));
    }
    out.push_back(value.real);
  }
  return out;
}

Result<std::vector<GivenBox>> boxes_of_columns(const std::string& id, const Node& track, Vec3d size, Timestamp zero) {
  const std::size_t rows = track["t"].items.size();
  GS_TRY(const auto t, column_of(track, "t", rows));
  GS_TRY(const auto x, column_of(track, "x", rows));
  GS_TRY(const auto y, column_of(track, "y", rows));
  GS_TRY(const auto z, column_of(track, "z", rows));
  GS_TRY(const auto yaw, column_of(track, "yaw", rows));
  std::vector<GivenBox> out;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0 && !(t[i] > t[i - 1])) {
      return fail(ErrorCode::invalid_data, "the times do not increase: {} s after {} s", t[i], t[i - 1]);
    }
    const GivenBox box{zero + Duration::from_seconds(t[i]), {x[i], y[i], z[i]}, yaw[i], size};
    GS_CHECK(check_box(id, box.floor_in_map, box.size));
    out.push_back(box);
  }
  return out;
}

Result<Timestamp> zero_of(const Node& root) {
  const auto sec = root["zero"]["sec"].index(), nanosec = root["zero"]["nanosec"].index();
  constexpr uint64_t kMostSeconds = 1u << 31, kNanoseconds = 1'000'000'000;
  if (sec && nanosec && *sec < kMostSeconds && *nanosec < kNanoseconds) {
    return Timestamp::from_ros(static_cast<int64_t>(*sec), static_cast<uint32_t>(*nanosec));
  }
  return fail(ErrorCode::invalid_data, "no 'zero' with sec and nanosec: the stamp of t = 0 in the log is unknown")
      .with_hint("write the file again with gs-synth truth of this version");
}

Result<std::vector<GivenTrack>> tracks_of_synth(const Node& root) {
  GS_TRY(const Timestamp zero, zero_of(root));
  std::vector<GivenTrack> out;
  std::size_t boxes = 0;
  for (const Node& object : root["objects"].items) {
    const std::vector<Node>& tracks = object["tracks"].items;
    const std::vector<Node>& sides = object["size"].items;
    if (sides.size() != 3) return fail(ErrorCode::invalid_data, "object {} has no size of three numbers", out.size());
    const Vec3d size{sides[0].number_or(0), sides[1].number_or(0), sides[2].number_or(0)};
    for (std::size_t k = 0; k < tracks.size(); ++k) {
      std::string id = object["instance"].text;
      if (tracks.size() > 1) id += format("_{}", k);
      auto columns = boxes_of_columns(id, tracks[k], size, zero);
      if (!columns) return std::move(columns).error().with_context("object '" + id + "'");
      boxes += columns->size();
      out.push_back({id, class_of_label(object["class"].text), *std::move(columns)});
      if (out.size() > kMostGivenTracks || boxes > kMostGivenBoxes) {
        return fail(ErrorCode::limit_exceeded, "more than {} objects or {} boxes", kMostGivenTracks, kMostGivenBoxes);
      }
    }
  }
  return out;
}

Result<std::vector<GivenTrack>> tracks_of_bundle(std::string_view text) {
  Problems problems;
  const world::ActorTrajectories file = world::parse_actor_trajectories(text, "trajectories.json", problems);
  for (const Problem& problem : problems) {
    if (problem.severity == Severity::error) return fail(ErrorCode::invalid_data, "{}", to_string(problem));
  }
  std::vector<GivenTrack> out;
  for (const world::ActorTrajectory& actor : file.actors) {
    GivenTrack& track = out.emplace_back(GivenTrack{actor.id, class_of(actor.actor_class), {}});
    for (std::size_t i = 0; i < actor.t.size(); ++i) {
      const Timestamp stamp = file.zero + Duration::from_seconds(actor.t[i]);
      track.boxes.push_back({stamp, {actor.x[i], actor.y[i], actor.z[i]}, actor.yaw[i], actor.size});
    }
  }
  return out;
}

}  // namespace

ObjectClass class_of_label(std::string_view label) {
  const auto words = words_of(label);
  for (const ClassWords& row : class_words()) {
    if (std::ranges::any_of(row.words, [&](std::string_view word) { return words.contains(word); })) return row.type;
  }
  return ObjectClass::unknown;
}

std::vector<GivenTrack> place_boxes(const RecordedBoxes& boxes, const Trajectory& map_from_base) {
  std::vector<GivenTrack> out;
  for (const RecordedBoxTrack& recorded : boxes.tracks) {
    GivenTrack& track = out.emplace_back(GivenTrack{recorded.id, class_of_label(recorded.category), {}});
    for (const RecordedBox& box : recorded.boxes) {
      const auto pose = map_from_base.at(box.stamp);
      if (!pose) continue;
      const Rigid3d map_from_box = *pose * box.base_from_box;
      const Vec3d forward = map_from_box.rotation * Vec3d{1, 0, 0};
      track.boxes.push_back({.stamp = box.stamp,
                             .floor_in_map = map_from_box * Vec3d{0, 0, -0.5 * box.size.z},
                             .yaw = std::atan2(forward.y, forward.x),
                             .size = box.size});
    }
  }
  return out;
}

Result<std::vector<GivenTrack>> read_box_file(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path, kManyValues.max_bytes));
  auto root = parse_json(text, kManyValues);
  if (!root) return std::move(root).error().with_context("reading " + path.string()).with_hint(kBoxFileHint);
  const bool synth = root->find("objects") != nullptr && root->find("actors") == nullptr;
  if (!synth && root->find("actors") == nullptr) {
    return fail(ErrorCode::unsupported, "neither 'actors' (trajectories.json) nor 'objects' (boxes.json): {}",
                path.string())
        .with_hint(kBoxFileHint);
  }
  auto tracks = synth ? tracks_of_synth(*root) : tracks_of_bundle(text);
  if (!tracks) return std::move(tracks).error().with_context("reading " + path.string());
  return tracks;
}

}  // namespace gs::builder
