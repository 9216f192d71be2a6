// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/trajectories_file.h"

#include <set>

#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/world/actors/list_document.h"
#include "gs/world/actors/trajectory_rules.h"

namespace gs::world {
namespace {

constexpr int64_t kNsInSecond = 1'000'000'000;
constexpr Bounds kSeconds{.min = 0, .max = 9e9}, kNanoseconds{.min = 0, .max = 999'999'999};

const TextRule kMapFrame{"map", [](std::string_view t) { return t == "map"; }};
const TextRule kSecondsAfterZero{"seconds after zero", [](std::string_view t) { return t == "seconds after zero"; }};
const TextRule kHermite{"hermite", [](std::string_view t) { return t == "hermite"; }};
const TextRule kSizeSourceWord{"measured, prior", [](std::string_view t) { return t == "measured" || t == "prior"; }};

// The names of kActorColumns.
constexpr auto kColumnNames = [] {
  std::array<std::string_view, kActorColumns.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kActorColumns[i].name;
  return names;
}();

// time.zero: {sec, nanosec}.
void stamp_fields(Fields& f, Timestamp& stamp) {
  int64_t sec = stamp.ns / kNsInSecond, nanosec = stamp.ns % kNsInSecond;
  f.integer("sec", sec, kSeconds, Need::required);
  f.integer("nanosec", nanosec, kNanoseconds, Need::required);
  stamp = Timestamp::from_ros(sec, static_cast<uint32_t>(nanosec));
}

// A sun lower than this casts shadows longer than 11 times the height of an object.
constexpr Bounds kAzimuth{.min = 0, .max = 360}, kElevation{.min = 5, .max = 90};

void sun_fields(Fields& f, SunLight& sun) {
  f("azimuth_deg", sun.azimuth_deg, kAzimuth);
  f("elevation_deg", sun.elevation_deg, kElevation);
  f("strength", sun.strength, kShare);
}

// Everything in front of the list of actors.
void header_fields(Fields& f, ActorTrajectories& t) {
  f.version(t.version);
  std::string frame = "map", unit = "seconds after zero", interpolation = "hermite";
  f("frame", frame, kMapFrame);
  f.group("time", [&](Fields& g) {
    g.group("zero", [&](Fields& zero) { stamp_fields(zero, t.zero); });
    g("unit", unit, kSecondsAfterZero);
    g("start_time", t.start_time);
  });
  f("interpolation", interpolation, kHermite);
  f.optional_group("sun", t.sun, sun_fields);
}

void phase_fields(Fields& f, ActorPhase& phase) {
  f("from", phase.from);
  f("to", phase.to);
  f.choice("kind", phase.kind, kPhaseKinds);
}

// Words for length, width and height.
void size_source_fields(Fields& f, std::array<SizeSource, 3>& source) {
  std::vector<std::string> words;
  for (const SizeSource side : source) words.emplace_back(word_of(kSizeSources, side));
  f.texts("size_source", words, kSizeSourceWord, Need::required);
  if (!f.reading()) return;
  if (words.size() != source.size()) {
    return f.error("size_source", format("has {} values", words.size()), "3: of length, width and height");
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    source[i] = words[i] == "measured" ? SizeSource::measured : SizeSource::prior;
  }
}

// An actor without its columns.
void actor_fields(Fields& f, ActorTrajectory& a) {
  f("id", a.id, kActorId);
  f("asset", a.asset, kActorId);
  f.choice("class", a.actor_class, kActorClasses);
  f("confidence", a.confidence, kShare);
  f("size", a.size, kActorSize);
  size_source_fields(f, a.size_source);
  f("quality", a.quality, kShare);
  f.list("phases", a.phases.size(), [&](Fields& g, std::size_t i) {
    if (g.reading()) a.phases.resize(i + 1);
    phase_fields(g, a.phases[i]);
  });
}

// The document without the columns. Entries that are not maps leave an empty actor behind, with an error.
void document_fields(Fields& f, ActorTrajectories& t) {
  header_fields(f, t);
  std::set<std::string> ids;
  f.list("actors", t.actors.size(), [&](Fields& g, std::size_t i) {
    if (g.reading()) t.actors.resize(i + 1);
    actor_fields(g, t.actors[i]);
    const std::string& id = t.actors[i].id;
    if (!id.empty() && !ids.insert(id).second)
      g.error("id", "is the id of another actor too: '" + id + "'", "unique ids");
  });
}

// A column on one line.
std::string list_text(const std::vector<double>& values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + json_number(value);
  return text + "]";
}

void write_members(const Node& map, JsonWriter& out) {
  for (const auto& [key, value] : map.members) {
    out.key(key);
    write_json(value, out);
  }
}

}  // namespace

ActorTrajectories parse_actor_trajectories(std::string_view json, std::string_view file, Problems& problems) {
  const ListShape shape{
      .list = "actors", .max_items = kMaxActors, .columns = kColumnNames, .max_values = kMaxActorSamples};
  auto document = read_list_document(json, shape, file, problems);
  if (!document) {
    problems.add(Severity::error, std::move(document).error(), file);
    return {};
  }
  auto trajectories =
      read_fields<ActorTrajectories>(Result<Node>(std::move(document->root)), file, problems, document_fields);
  for (std::size_t i = 0; i < trajectories.actors.size(); ++i) {
    ActorTrajectory& actor = trajectories.actors[i];
    for (std::size_t c = 0; c < kActorColumns.size(); ++c) {
      actor.*kActorColumns[c].values = std::move(document->columns[i][c]);
    }
    check_trajectory(actor, format("actors[{}]", i), file, problems);
  }
  return trajectories;
}

std::string write_actor_trajectories(const ActorTrajectories& trajectories) {
  // Columns are written directly: as a tree they would need 112 bytes a value.
  const ActorTrajectories header{
      trajectories.version, trajectories.zero, trajectories.start_time, trajectories.sun, {}};
  JsonWriter out;
  write_members(write_fields(header, header_fields), out.begin_object());
  out.key("actors").begin_array();
  for (const ActorTrajectory& actor : trajectories.actors) {
    const ActorTrajectory scalars{.id = actor.id,
                                  .asset = actor.asset,
                                  .actor_class = actor.actor_class,
                                  .confidence = actor.confidence,
                                  .size = actor.size,
                                  .size_source = actor.size_source,
                                  .quality = actor.quality,
                                  .phases = actor.phases};
    write_members(write_fields(scalars, actor_fields), out.begin_object());
    for (const ActorColumn& column : kActorColumns) {
      const std::vector<double>& values = actor.*column.values;
      if (!values.empty() || !column.optional) out.key(column.name).raw(list_text(values));
    }
    out.end_object();
  }
  return std::move(out.end_array().end_object()).take();
}

}  // namespace gs::world
