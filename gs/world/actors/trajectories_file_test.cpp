// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// actors/trajectories.json: what is written is read back, every rule is broken once, and hostile files are refused.
#include "gs/world/actors/trajectories_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "gs/core/format.h"
#include "gs/core/testing/resident_growth.h"
#include "gs/world/testing/actor_world.h"

namespace gs::world {
namespace {

using ::testing::HasSubstr;

// All problems of a text, one a line.
std::string problems_of_trajectories(std::string_view text) {
  Problems problems;
  (void)parse_actor_trajectories(text, "t.json", problems);
  std::string lines;
  for (const Problem& problem : problems) lines += to_string(problem) + "\n";
  return lines;
}

// An actor of three samples, 1 m in 0.1 s.
ActorTrajectory three_samples() {
  return {.id = "a1",
          .asset = "car_a1",
          .actor_class = ActorClass::car,
          .size = {4.4, 1.8, 1.5},
          .t = {0, 0.1, 0.2},
          .x = {0, 1, 2},
          .y = {0, 0, 0},
          .z = {0, 0, 0},
          .yaw = {0, 0, 0},
          .v = {10, 10, 10},
          .yaw_rate = {0, 0, 0}};
}

// The problems of one actor that differs from three_samples().
std::string problems_with(const std::function<void(ActorTrajectory&)>& change) {
  ActorTrajectory actor = three_samples();
  change(actor);
  return problems_of_trajectories(write_actor_trajectories({.actors = {actor}}));
}

TEST(ActorTrajectories, WhatIsWrittenIsReadBackEqual) {
  ActorTrajectories written = two_actors();
  written.zero = Timestamp{1'317'038'400'123'456'789};
  written.start_time = 2.5;
  written.sun = SunLight{.azimuth_deg = 215, .elevation_deg = 40, .strength = 0.45};
  written.actors[1].pitch.assign(written.actors[1].t.size(), 0.01);
  written.actors[1].roll.assign(written.actors[1].t.size(), -0.1 / 3);
  const std::string text = write_actor_trajectories(written);
  EXPECT_EQ(problems_of_trajectories(text), "");
  Problems problems;
  const ActorTrajectories back = parse_actor_trajectories(text, "t.json", problems);
  EXPECT_EQ(write_actor_trajectories(back), text);
  EXPECT_EQ(back.zero, written.zero);
  EXPECT_EQ(back.start_time, 2.5);
  ASSERT_TRUE(back.sun);
  EXPECT_EQ(back.sun->azimuth_deg, 215);
  EXPECT_EQ(back.sun->elevation_deg, 40);
  EXPECT_EQ(back.sun->strength, 0.45);
  ASSERT_EQ(back.actors.size(), 2u);
  EXPECT_EQ(back.actors[0].x, written.actors[0].x);
  EXPECT_EQ(back.actors[0].size_source[2], SizeSource::prior);
  EXPECT_EQ(back.actors[0].phases[1].kind, PhaseKind::parked);
  EXPECT_EQ(back.actors[1].roll, written.actors[1].roll);
  EXPECT_TRUE(back.actors[0].roll.empty());
}

TEST(ActorTrajectories, AnImpossibleSunIsAnError) {
  const SunLight good{.azimuth_deg = 215, .elevation_deg = 40, .strength = 0.45};
  const auto problems_of_sun = [](const SunLight& sun) {
    return problems_of_trajectories(write_actor_trajectories({.sun = sun}));
  };
  EXPECT_EQ(problems_of_sun(good), "");
  EXPECT_EQ(problems_of_trajectories(write_actor_trajectories({})), "");
  SunLight turned = good, low = good, strong = good;
  turned.azimuth_deg = -1, low.elevation_deg = 0, strong.strength = 1.5;
  EXPECT_THAT(problems_of_sun(turned), HasSubstr("sun.azimuth_deg"));
  EXPECT_THAT(problems_of_sun(low), HasSubstr("sun.elevation_deg"));
  EXPECT_THAT(problems_of_sun(strong), HasSubstr("sun.strength"));
  std::string text = write_actor_trajectories({.sun = good});
  text.replace(text.find("45"), 2, "45, \"strength\": 0");
  EXPECT_THAT(problems_of_trajectories(text), HasSubstr("strength"));
}

TEST(ActorTrajectories, TheTextIsThatOfTheSpecification) {
  const std::string text = write_actor_trajectories({.zero = Timestamp{1'500'000'000}, .actors = {three_samples()}});
  EXPECT_THAT(
      text,
      HasSubstr("\"version\": \"1.2.0\",\n  \"frame\": \"map\",\n  \"time\": {\n    \"zero\": {\n      \"sec\": 1,\n"
                "      \"nanosec\": 500000000\n    },\n    \"unit\": \"seconds after zero\",\n"
                "    \"start_time\": 0.0\n  },\n  \"interpolation\": \"hermite\",\n  \"actors\": [\n"));
  EXPECT_THAT(text, HasSubstr("      \"t\": [0.0, 0.1, 0.2],\n      \"x\": [0.0, 1.0, 2.0],\n"));
}

TEST(ActorTrajectories, AListWithoutActorsIsValid) {
  EXPECT_EQ(problems_of_trajectories(write_actor_trajectories({})), "");
}

TEST(ActorTrajectories, ColumnsAreEqualInLengthFiniteAndInRange) {
  using A = ActorTrajectory;
  EXPECT_EQ(problems_with([](A&) {}), "");
  EXPECT_THAT(problems_with([](A& a) { a.x.pop_back(); }), HasSubstr("error: t.json: actors[0].x: has 2 values"));
  EXPECT_THAT(problems_with([](A& a) { a.roll = {0}; }), HasSubstr("actors[0].roll: has 1 values"));
  EXPECT_THAT(problems_with([](A& a) { a.t = {0}; }), HasSubstr("actors[0].t: has 1 values (allowed: at least 2"));
  EXPECT_THAT(problems_with([](A& a) { a.x[1] = NAN; }), HasSubstr("error: t.json: actors[0].x[1]: is null"));
  EXPECT_THAT(problems_with([](A& a) { a.yaw[2] = 1e300; }), HasSubstr("actors[0].yaw[2]: is 1e+300"));
  EXPECT_THAT(problems_with([](A& a) { a.v[0] = -101; }), HasSubstr("error: t.json: actors[0].v[0]: is -101"));
  EXPECT_THAT(problems_with([](A& a) { a.z[0] = 1e8; }), HasSubstr("actors[0].z[0]"));
  EXPECT_THAT(problems_with([](A& a) { a.t[2] = 0.1; }), HasSubstr("actors[0].t[2]: is 0.1 after 0.1"));
  EXPECT_THAT(problems_with([](A& a) { a.t[2] = 0.1 + 1e-9; }), HasSubstr("strictly increasing"));
}

TEST(ActorTrajectories, FieldsFollowTheirRules) {
  using A = ActorTrajectory;
  EXPECT_THAT(problems_with([](A& a) { a.id = "../a1"; }), HasSubstr("actors[0].id: is '../a1'"));
  EXPECT_THAT(problems_with([](A& a) { a.id = std::string(65, 'a'); }), HasSubstr("actors[0].id"));
  EXPECT_THAT(problems_with([](A& a) { a.asset = ""; }), HasSubstr("actors[0].asset"));
  EXPECT_THAT(problems_with([](A& a) { a.confidence = 1.1; }), HasSubstr("actors[0].confidence: is 1.1"));
  EXPECT_THAT(problems_with([](A& a) { a.quality = -0.1; }), HasSubstr("actors[0].quality"));
  EXPECT_THAT(problems_with([](A& a) { a.size.y = 0.05; }), HasSubstr("actors[0].size[1]: is 0.05"));
  EXPECT_THAT(problems_with([](A& a) { a.size.x = 31; }), HasSubstr("actors[0].size[0]"));
  const std::string text = write_actor_trajectories({.actors = {three_samples(), three_samples()}});
  EXPECT_THAT(problems_of_trajectories(text), HasSubstr("actors[1].id: is the id of another actor too: 'a1'"));
  const auto edited = [&](std::string_view from, std::string_view to) {
    std::string changed = text;
    return problems_of_trajectories(changed.replace(changed.find(from), from.size(), to));
  };
  EXPECT_THAT(edited("\"car\"", "\"tank\""), HasSubstr("actors[0].class: is 'tank'"));
  EXPECT_THAT(edited("\"map\"", "\"odom\""), HasSubstr("frame: is 'odom'"));
  EXPECT_THAT(edited("\"hermite\"", "\"linear\""), HasSubstr("interpolation: is 'linear'"));
  EXPECT_THAT(edited("1.2.0", "2.0.0"), HasSubstr("version 2.0.0 is not supported"));
  EXPECT_THAT(edited("1.2.0", "1.3.0"), HasSubstr("warning: t.json: version: version 1.3.0 is newer"));
  EXPECT_THAT(edited("\"nanosec\": 0", "\"nanosec\": 1000000000"), HasSubstr("time.zero.nanosec: is 1000000000"));
  EXPECT_THAT(edited("\"sec\": 0", "\"sec\": 0.5"), HasSubstr("time.zero.sec: is a number"));
  EXPECT_THAT(edited("\"size_source\": [", "\"size_source\": [\"prior\","),
              HasSubstr("actors[0].size_source: has 4 values"));
  EXPECT_THAT(edited("\"x\":", "\"xx\":"), HasSubstr("actors[0].x: has 0 values"));
  EXPECT_THAT(edited("\"x\": [", "\"x\": 5, \"old\": ["),
              HasSubstr("actors[0].x: is an integer (allowed: a list of numbers)"));
}

TEST(ActorTrajectories, PhasesAreSortedAndInsideTheSamples) {
  const auto with = [](std::vector<ActorPhase> phases) {
    return problems_with([&](ActorTrajectory& a) { a.phases = std::move(phases); });
  };
  using enum PhaseKind;
  EXPECT_EQ(with({{0, 0.1, moving}, {0.1, 0.2, occluded}}), "");
  EXPECT_THAT(with({{0, 0.15, moving}, {0.1, 0.2, parked}}), HasSubstr("actors[0].phases[1]: begins at 0.1"));
  EXPECT_THAT(with({{0.1, 0.2, moving}, {0, 0.1, parked}}), HasSubstr("phases[1]: begins at 0"));
  EXPECT_THAT(with({{0.1, 0.1, moving}}), HasSubstr("phases[0]: lasts from 0.1 to 0.1"));
  EXPECT_THAT(with({{-0.1, 0.1, moving}}), HasSubstr("phases[0]: begins at -0.1"));
  EXPECT_THAT(with({{0.1, 0.3, moving}}), HasSubstr("phases[0]: ends at 0.3"));
}

TEST(ActorTrajectories, WarnsOfMotionThatCannotBe) {
  using A = ActorTrajectory;
  EXPECT_THAT(problems_with([](A& a) {
                a.v = {61, 61, 61}, a.x = {0, 6.1, 12.2};
              }),
              HasSubstr("warning: t.json: actors[0].v[0]: is a high speed (3 samples"));
  EXPECT_THAT(problems_with([](A& a) { a.x = {0, 1, 2.4}; }), HasSubstr("warning: t.json: actors[0].x[2]: jumps"));
  EXPECT_THAT(problems_with([](A& a) {
                a.y = {0, 1, 2}, a.x = {0, 0, 0};
              }),
              HasSubstr("warning: t.json: actors[0].yaw[1]: differs from the direction of motion (2 samples"));
  EXPECT_EQ(problems_with([](A& a) { a.x = {0, -1, -2}, a.v = {-10, -10, -10}; }), "") << "reversing";
  const auto slow = [](A& a) { a.t = {0, 1, 2}, a.v = {1, 1, 1}; };
  EXPECT_THAT(problems_with(slow), HasSubstr("warning: t.json: actors[0].t[1]: follows after a long step"));
  EXPECT_EQ(problems_with([&](A& a) { slow(a), a.phases = {{0, 2, PhaseKind::predicted}}; }), "");
}

// What a file claims is never allocated: the counts end the reading.
TEST(ActorTrajectories, CountsAreLimitedWhileReading) {
  std::string many = "{\"actors\": [{}";
  for (std::size_t i = 0; i < kMaxActors; ++i) many += ",{}";
  EXPECT_THAT(problems_of_trajectories(many + "]}"), HasSubstr("more than 10000 actors"));
  std::string samples = "{\"actors\": [{\"t\": [0";
  for (std::size_t i = 0; i < kMaxActorSamples; ++i) samples += ",0";
  EXPECT_THAT(problems_of_trajectories(samples + "]}]}"), HasSubstr("more than 1000000 values of 't' in all actors"));
  std::string others = "{\"notes\": [0";
  for (int i = 0; i < 1'000'000; ++i) others += ",0";
  EXPECT_THAT(problems_of_trajectories(others + "]}"), HasSubstr("more than 1000000 values"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [{\"phases\": [[[[[[[[[]]]]]]]]]}]}"), HasSubstr("nested deeper"));
  EXPECT_THAT(problems_of_trajectories(std::string(100'000, '[')), HasSubstr("nested deeper"));
}

TEST(ActorTrajectories, OtherTextIsRefusedWithItsPlace) {
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [{\"t\": [0, NaN]}]}"),
              HasSubstr("line 1, byte 22: invalid value"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [{\"t\": [0, 1e999]}]}"), HasSubstr("beyond the range of double"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [{\"t\": [], \"t\": []}]}"),
              HasSubstr("the key 't' appears twice"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [], \"actors\": []}"), HasSubstr("'actors' appears twice"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": [5, {}]}"), HasSubstr("actors[0]: is an integer"));
  EXPECT_THAT(problems_of_trajectories("{\"actors\": {}}"), HasSubstr("actors: is a map"));
  EXPECT_THAT(problems_of_trajectories("[]"), HasSubstr("the document is a list"));
  for (const char* text :
       {"", "{", "{\"actors\": [", "{\"actors\": [{}", "{\"actors\": [{\"x\": [1", "{\"actors\": [{\"x\"",
        "{\"actors\": [{}]", "{\"actors\": [{}]} x", "{\"actors\": [{\"x\": [1 2]}]}"}) {
    EXPECT_THAT(problems_of_trajectories(text), HasSubstr("error: t.json: invalid JSON")) << text;
  }
}

// Nothing valid comes of a damaged file without a complaint, and nothing crashes.
TEST(ActorTrajectories, TruncatedAndFlippedTextNeverCrashes) {
  const std::string whole = write_actor_trajectories(two_actors());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 7) {
    EXPECT_THAT(problems_of_trajectories(whole.substr(0, size)), HasSubstr("error")) << size;
  }
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 7)));
    (void)problems_of_trajectories(flipped);
  }
}

TEST(ActorTrajectories, ColumnsNeedNoTree) {
  ActorTrajectories large;
  for (int a = 0; a < 100; ++a) {
    ActorTrajectory actor = three_samples();
    actor.id = format("a{}", a);
    for (const auto column : {&ActorTrajectory::t, &ActorTrajectory::x, &ActorTrajectory::y, &ActorTrajectory::z,
                              &ActorTrajectory::yaw, &ActorTrajectory::v, &ActorTrajectory::yaw_rate}) {
      (actor.*column).assign(2'000, 0.0);
    }
    for (int i = 0; i < 2'000; ++i) actor.t[static_cast<std::size_t>(i)] = i * 0.1;
    actor.v.assign(2'000, 0.0);
    large.actors.push_back(std::move(actor));
  }
  const std::string text = write_actor_trajectories(large);
  large = {};
  EXPECT_EQ(problems_of_trajectories(text), "");
  const int64_t growth = resident_growth_bytes([&] { (void)problems_of_trajectories(text); });
  EXPECT_LT(growth, 90 << 20) << "1.4 million values as a tree need 157 MB";
}

}  // namespace
}  // namespace gs::world
