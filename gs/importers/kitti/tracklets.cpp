// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/tracklets.h"

#include <map>
#include <optional>
#include <utility>

#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"
#include "gs/core/text/xml_tags.h"

namespace gs::importers::kitti {
namespace {

constexpr std::size_t kMostTracklets = 100'000, kMostPoses = 10'000'000;
constexpr double kMostNumber = 1000;       // positions and sizes [m], angles [rad]
constexpr double kMostFrame = 10'000'000;  // far beyond the longest drive

// Elements of the file; those of an object have the prefix kObject, those of its poses kPose.
constexpr std::string_view kObject = "boost_serialization/tracklets/item";
constexpr std::string_view kPose = "boost_serialization/tracklets/item/poses/item";

// Builds the tracklets from the ends of elements.
class TrackletReader {
 public:
  Result<void> take(std::string_view path, std::string_view text) {
    if (path == kObject) return finish_object();
    if (path == kPose) return finish_pose();
    if (const auto key = below(kPose, path); !key.empty()) return pose_.emplace(key, text), Result<void>{};
    if (const auto key = below(kObject, path); !key.empty()) object_.emplace(key, text);
    return {};
  }
  std::vector<Tracklet> finish() { return std::move(tracklets_); }

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;

  // The name of an element directly below `parent`; empty for others.
  static std::string_view below(std::string_view parent, std::string_view path) {
    if (path.size() <= parent.size() + 1 || !path.starts_with(parent)) return {};
    const std::string_view rest = path.substr(parent.size());
    return rest.front() == '/' && rest.find('/', 1) == std::string_view::npos ? rest.substr(1) : std::string_view{};
  }
  static Result<double> number(const Texts& texts, std::string_view key, double low, double high) {
    const auto found = texts.find(key);
    const auto value = found == texts.end() ? std::nullopt : parse_decimal(found->second);
    if (value && *value >= low && *value <= high) return *value;
    return fail(ErrorCode::invalid_data, "'{}' of a tracklet is '{}', allowed are {} to {}", key,
                found == texts.end() ? "missing" : excerpt(found->second, 40), low, high);
  }

  Result<void> finish_pose() {
    if (++poses_ > kMostPoses) return fail(ErrorCode::limit_exceeded, "more than {} poses", kMostPoses);
    double v[6] = {};
    const char* const keys[] = {"tx", "ty", "tz", "rx", "ry", "rz"};
    for (std::size_t i = 0; i < 6; ++i) {
      GS_TRY(v[i], number(pose_, keys[i], -kMostNumber, kMostNumber));
    }
    lidar_from_floor_.push_back({Quaterniond::from_rpy(v[3], v[4], v[5]), {v[0], v[1], v[2]}});
    pose_.clear();
    return {};
  }

  Result<void> finish_object() {
    if (tracklets_.size() == kMostTracklets) {
      return fail(ErrorCode::limit_exceeded, "more than {} tracklets", kMostTracklets);
    }
    Tracklet made;
    made.category = object_["objectType"];
    GS_TRY(made.size_m.x, number(object_, "l", 0, kMostNumber));
    GS_TRY(made.size_m.y, number(object_, "w", 0, kMostNumber));
    GS_TRY(made.size_m.z, number(object_, "h", 0, kMostNumber));
    GS_TRY(const double first, number(object_, "first_frame", 0, kMostFrame));
    made.first_frame = static_cast<int>(first);
    // The file has the centre of the floor of the box.
    const Rigid3d floor_from_centre{{}, {0, 0, made.size_m.z / 2}};
    for (const Rigid3d& floor : lidar_from_floor_) made.lidar_from_box.push_back(floor * floor_from_centre);
    tracklets_.push_back(std::move(made));
    object_.clear();
    lidar_from_floor_.clear();
    return {};
  }

  Texts object_, pose_;  // of the element that is open
  std::vector<Rigid3d> lidar_from_floor_;
  std::size_t poses_ = 0;
  std::vector<Tracklet> tracklets_;
};

}  // namespace

Result<std::vector<Tracklet>> parse_tracklets(std::string_view xml) {
  TrackletReader reader;
  GS_CHECK(for_each_xml_element(
      xml, [&reader](std::string_view path, std::string_view text) { return reader.take(path, text); }));
  return reader.finish();
}

}  // namespace gs::importers::kitti
