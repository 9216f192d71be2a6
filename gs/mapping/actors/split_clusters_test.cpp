// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/split_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace gs::mapping {
namespace {

constexpr std::size_t kOfOne = 40;  // points of a person

// Adds the points of a person 0.4 m wide at x, y.
void add_person(Sweep& sweep, float x, float y) {
  for (std::size_t i = 0; i < kOfOne; ++i) {
    const float across = -0.2f + 0.1f * static_cast<float>(i % 5), up = 0.3f + 0.2f * static_cast<float>(i / 5);
    sweep.points.push_back({{x, y + across, up}, 1});
  }
}

// Points 0 to 39 and 40 to 79 are people 0.6 m apart; both were last seen 0.1 s ago, 1 m apart.
struct Meeting {
  Sweep before, now;
  std::vector<uint32_t> first = std::vector<uint32_t>(kOfOne), second = first;
  ObjectCloud clouds[2];
  std::vector<ExpectedPerson> people;

  Meeting() {
    add_person(before, 10, 0), add_person(before, 10, 1);
    now.stamp = before.stamp + Duration::from_seconds(0.1);
    add_person(now, 10, 0.2f), add_person(now, 10, 0.8f);
    std::iota(first.begin(), first.end(), 0u), std::iota(second.begin(), second.end(), uint32_t{kOfOne});
    clouds[0] = object_cloud(before, first), clouds[1] = object_cloud(before, second);
    people = {{&clouds[0], {0, 2, 0}}, {&clouds[1], {0, -2, 0}}};
  }
  std::vector<uint32_t> both() const {
    std::vector<uint32_t> out = first;
    out.insert(out.end(), second.begin(), second.end());
    return out;
  }
};

TEST(SplitPeople, SplitsAClusterOfTwoWhoWereApart) {
  const Meeting meeting;
  std::vector<std::vector<uint32_t>> clusters{meeting.both()};
  split_people(meeting.now, meeting.people, {}, clusters);
  ASSERT_EQ(clusters.size(), 2u);
  EXPECT_EQ(clusters[0], meeting.first);
  EXPECT_EQ(clusters[1], meeting.second);
}

TEST(SplitPeople, LeavesOutAPartWithTooFewPoints) {
  const Meeting meeting;
  std::vector<uint32_t> cluster = meeting.both();
  cluster.resize(kOfOne + 5);
  std::vector<std::vector<uint32_t>> clusters{cluster};
  split_people(meeting.now, meeting.people, {}, clusters);
  ASSERT_EQ(clusters.size(), 1u);
  EXPECT_EQ(clusters[0], meeting.first);
}

TEST(SplitPeople, SeparatesAPersonFromOneWhoIsNotFollowedYet) {
  const Meeting meeting;
  std::vector<std::vector<uint32_t>> clusters{meeting.both()};
  split_people(meeting.now, std::span(meeting.people).first(1), {}, clusters);
  ASSERT_EQ(clusters.size(), 2u);
  EXPECT_TRUE(std::ranges::includes(clusters[0], meeting.first));
  EXPECT_GT(clusters[1].size(), kOfOne / 2);
  EXPECT_TRUE(std::ranges::includes(meeting.second, clusters[1]));
}

TEST(SplitPeople, KeepsClustersWithoutExpectedPeople) {
  const Meeting meeting;
  const std::vector<std::vector<uint32_t>> apart{meeting.first, meeting.second}, one{meeting.both()};
  std::vector<std::vector<uint32_t>> clusters = apart;
  split_people(meeting.now, meeting.people, {}, clusters);
  EXPECT_EQ(clusters, apart);
  clusters = one;
  const std::vector<ExpectedPerson> elsewhere{{&meeting.clouds[0], {0, 0, 0}}};
  Sweep far = meeting.now;
  for (SweepPoint& p : far.points) p.position_in_base.x += 5;
  split_people(far, elsewhere, {}, clusters);
  EXPECT_EQ(clusters, one);
}

TEST(SplitPeople, TakesTwoTracksInOnePlaceAsOnePerson) {
  const Meeting meeting;
  const std::vector<ExpectedPerson> twice{meeting.people[0], meeting.people[0]};
  std::vector<std::vector<uint32_t>> clusters{meeting.both()};
  split_people(meeting.now, twice, {}, clusters);
  EXPECT_EQ(clusters.size(), 2u);
}

}  // namespace
}  // namespace gs::mapping
