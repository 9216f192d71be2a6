// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/topics/topic_choice.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "gs/builder/topics/topic_words.h"
#include "gs/core/format.h"
#include "gs/rosmsg/topic_names.h"

namespace gs::builder {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  const std::string small = lower(text);
  return std::ranges::any_of(words, [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

bool is_radar(const TopicFacts& cloud) {
  constexpr std::array<std::string_view, 5> kRadarFields = {"rcs", "doppler", "velocity", "radial_speed", "vx_comp"};
  // LiDARs that measure velocities have such fields, too, but many more points.
  const bool fields = std::ranges::find_first_of(cloud.fields, kRadarFields) != cloud.fields.end();
  return (fields || has_any(cloud.topic, {"radar"})) && cloud.points < 2000;
}

bool is_processed(std::string_view topic) {
  return has_any(topic, {"filter", "ground", "obstacle", "concat", "downsample", "voxel", "deskew", "cropped",
                         "cluster", "segment", "merged", "fused", "undistort", "compensated", "rectified"});
}

bool in_common_frame(const TopicFacts& cloud, const ChoiceFrames& frames) {
  return cloud.frame == frames.map || cloud.frame == frames.odom || cloud.frame == frames.base_link;
}

// True if most of the stamps of the one with fewer are also stamps of the other.
bool same_stamps(const TopicFacts& a, const TopicFacts& b) {
  const TopicFacts& few = a.stamps.size() < b.stamps.size() ? a : b;
  const TopicFacts& many = &few == &a ? b : a;
  if (few.stamps.empty()) return false;
  const auto shared = std::ranges::count_if(
      few.stamps, [&](Timestamp t) { return std::ranges::find(many.stamps, t) != many.stamps.end(); });
  return 10 * static_cast<std::size_t>(shared) >= 8 * few.stamps.size();
}

// True if the clouds of one time have few points in common.
bool of_two_lidars(const TopicFacts& a, const TopicFacts& b) {
  constexpr double kLeastOfACopy = 0.5;
  const auto shared = shared_cells(a.clouds, b.clouds);
  return shared && *shared < kLeastOfACopy;
}

// Order of clouds of one frame, best last; the name makes it strict.
auto rank(const TopicFacts& cloud) {
  return std::tuple(!is_processed(cloud.topic), int{cloud.times} + int{cloud.rings}, cloud.points, cloud.messages,
                    cloud.topic);
}

std::string last_word(std::string_view topic) { return lower(topic.substr(topic.rfind('/') + 1)); }

// Words of image_proc and drivers for the images of one camera, best first; the position in the list is the rank.
constexpr std::array<std::string_view, 7> kImageWords = {
    "image_raw", "image_color", "image", "image_rect_color", "image_rect", "image_rect_raw", "image_mono"};
std::optional<std::size_t> image_rank(std::string_view topic) {
  const auto word = std::ranges::find(kImageWords, last_word(without_transport(topic)));
  if (word == kImageWords.end()) return std::nullopt;
  return static_cast<std::size_t>(word - kImageWords.begin());
}

// "an image of segmentation masks" ...; empty: an ordinary image.
bool is_derived_image(std::string_view topic) {
  return has_any(topic,
                 {"mask", "debug", "overlay", "segment", "thumbnail", "annotated", "detection", "infra", "/ir/"});
}

}  // namespace

PoseScore score_poses(const TopicFacts& facts, const ChoiceFrames& frames) {
  PoseScore out;
  out.points += facts.frame == frames.map ? 3 : facts.frame == frames.odom ? 1 : 0;
  out.points += facts.child == frames.base_link ? 2 : 0;
  out.points += facts.rate_hz >= 10 && facts.rate_hz <= 200 ? 1 : 0;
  out.points += facts.covered >= 0.95 ? 3 : 0;
  out.points += facts.stamps.empty() ? 0 : 1;
  out.points -= facts.rate_hz < 1 || !facts.finite ? 4 : 0;
  out.text = format("in {}{}{}, {:.1f} Hz, {:.0f} % of the log{}{}", facts.frame.empty() ? "no frame" : facts.frame,
                    facts.child.empty() ? "" : ", of ", facts.child, facts.rate_hz, 100 * facts.covered,
                    facts.stamps.empty() ? ", no stamps" : "", facts.finite ? "" : ", not finite");
  return out;
}

std::string reason_against_cloud(const TopicFacts& cloud, std::span<const TopicFacts> all, const ChoiceFrames& frames) {
  if (is_radar(cloud)) return "these are points of a radar";
  for (const TopicFacts& other : all) {
    if (other.topic == cloud.topic || is_radar(other)) continue;
    if (in_common_frame(cloud, frames) && !in_common_frame(other, frames)) {
      return format("its points are in {}, {} has those of a sensor", cloud.frame, other.topic);
    }
    // From here on only the better of two clouds speaks against the other, so that two never exclude each other.
    if (cloud.frame != other.frame || rank(cloud) > rank(other)) continue;
    if (is_processed(cloud.topic) && !is_processed(other.topic)) {
      return format("{} has the points of {} before processing", other.topic, cloud.frame);
    }
    if (of_two_lidars(cloud, other)) continue;
    if ((other.times && !cloud.times) || (other.rings && !cloud.rings)) {
      return format("{} has the points of {} with {}", other.topic, cloud.frame,
                    other.times && !cloud.times ? "times" : "rings");
    }
    if (same_stamps(cloud, other)) return format("{} has the same sweeps", other.topic);
  }
  return {};
}

bool is_rectified(std::string_view image_topic) {
  const std::string small = lower(image_topic) + "/";
  return has_any(small, {"/image_rect", "/rectified/", "/rect/", "_rectified/"});
}

std::string reason_against_image(std::string_view topic, std::span<const std::string> all) {
  const auto own = image_rank(topic);
  for (const std::string& other : all) {
    if (other == topic) continue;
    if (is_derived_image(topic) && !is_derived_image(other)) return "its name is that of a derived or infrared image";
    const auto others = image_rank(other);
    const bool one_camera =
        rosmsg::topic_namespace(without_transport(topic)) == rosmsg::topic_namespace(without_transport(other));
    if (own && others && one_camera && *others < *own) return format("{} has the images of the same camera", other);
  }
  return {};
}

}  // namespace gs::builder
