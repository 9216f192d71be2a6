// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/packed/packed_dataset.h"

#include <cmath>
#include <optional>

#include "gs/core/file.h"
#include "gs/core/hash/crc32.h"
#include "gs/core/parallel.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/splat/train/checked_file.h"
#include "gs/splat/train/packed/image_codec.h"

namespace gs::splat::train {
namespace {

constexpr FileFormat kFormat{.magic = "GSDS", .name = "packed data set"};
constexpr std::string_view kPhoto = "RGB8", kPlainPhoto = "RAW8", kMask = "MASK", kSky = "SKY_", kDepth = "DPTH",
                           kTime = "TIME";
// Bytes of a point, and of the shortest possible view: bounds for counts in damaged files.
constexpr std::size_t kPointBytes = 15, kLeastViewBytes = 4 + 1 + 8 + 1 + 19 * 8 + 4;

std::size_t pixels_of(const CameraD& camera) {
  return static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
}

// Visits the 19 doubles of camera and pose in the order of the file.
template <class Visit>
void visit_numbers(CameraD& c, Rigid3d& pose, Visit visit) {
  for (double* value : {&c.fx, &c.fy, &c.cx, &c.cy, &c.k1, &c.k2, &c.k3, &c.k4, &c.k5, &c.k6, &c.p1, &c.p2}) {
    visit(*value);
  }
  Vec3d& t = pose.translation;
  Quaterniond& q = pose.rotation;
  for (double* value : {&t.x, &t.y, &t.z, &q.x, &q.y, &q.z, &q.w}) visit(*value);
}

// Run-length coding of a mask: uint32 length and uint8 value per run.
std::vector<std::byte> encode_runs(const std::vector<uint8_t>& plane) {
  ByteWriter out;
  for (std::size_t i = 0; i < plane.size();) {
    std::size_t end = i;
    while (end < plane.size() && plane[end] == plane[i]) ++end;
    out.u32(static_cast<uint32_t>(end - i));
    out.u8(plane[i]);
    i = end;
  }
  return std::move(out).take();
}

Result<std::vector<uint8_t>> decode_runs(Bytes bytes, std::size_t pixels) {
  ByteReader in(bytes);
  std::vector<uint8_t> out;
  while (!in.at_end()) {
    GS_TRY(const uint32_t length, in.u32());
    GS_TRY(const uint8_t value, in.u8());
    if (length > pixels - out.size()) return fail(ErrorCode::corrupt, "the mask has more pixels than its image");
    out.insert(out.end(), length, value);
  }
  if (out.size() != pixels) return fail(ErrorCode::corrupt, "the mask has fewer pixels than its image");
  return out;
}

std::vector<std::byte> encode_depth(const std::vector<DepthSample>& samples) {
  ByteWriter out;
  for (const DepthSample& s : samples) out.put(s.x), out.put(s.y), out.put(s.depth_m);
  return std::move(out).take();
}

Result<std::vector<DepthSample>> decode_depth(Bytes bytes) {
  ByteReader in(bytes);
  std::vector<DepthSample> out(bytes.size() / (3 * sizeof(float)));
  for (DepthSample& s : out) {
    GS_TRY(s.x, in.f32());
    GS_TRY(s.y, in.f32());
    GS_TRY(s.depth_m, in.f32());
    if (!std::isfinite(s.x + s.y + s.depth_m)) return fail(ErrorCode::invalid_data, "a LiDAR return is not finite");
  }
  if (!in.at_end()) return fail(ErrorCode::corrupt, "the DPTH section does not hold a whole number of LiDAR returns");
  return out;
}

// Tagged part of a view.
struct Section {
  std::string_view tag;
  std::vector<std::byte> bytes;
};

// Optional data are written only if present.
std::vector<Section> sections_of(const TrainingView& view) {
  std::vector<Section> out;
  out.push_back({kPhoto, encode_image(view.rgb8, view.camera.width, view.camera.height)});
  if (!view.mask.empty()) out.push_back({kMask, encode_runs(view.mask)});
  if (!view.sky.empty()) out.push_back({kSky, encode_runs(view.sky)});
  if (!view.depth.empty()) out.push_back({kDepth, encode_depth(view.depth)});
  if (view.timestamp_s) {
    ByteWriter time;
    time.put(*view.timestamp_s);
    out.push_back({kTime, std::move(time).take()});
  }
  return out;
}

// A view in the layout of packed_dataset.h.
std::vector<std::byte> encode_view(const TrainingView& view) {
  ByteWriter out;
  CameraD camera = view.camera;
  Rigid3d pose = view.map_from_camera;
  out.string32(view.name);
  out.u8(view.held_out ? 1 : 0);
  out.put<int32_t>(camera.width), out.put<int32_t>(camera.height);
  out.u8(camera.lens == Lens::equidistant ? 1 : 0);
  visit_numbers(camera, pose, [&](double value) { out.put(value); });
  const std::vector<Section> sections = sections_of(view);
  out.u32(static_cast<uint32_t>(sections.size()));
  for (const Section& section : sections) {
    out.text(section.tag);
    out.u64(section.bytes.size());
    out.bytes(section.bytes);
  }
  return std::move(out).take();
}

// A view whose image and masks are not yet decoded: byte ranges of the file, decoded in parallel later.
struct PendingView {
  TrainingView view;
  Bytes photo{}, mask{}, sky{};
};

// Refuses a second section with the same tag: repeated sections would make decoding arbitrarily slow.
Result<void> keep_once(Bytes& kept, Bytes bytes, std::string_view tag) {
  if (kept.data() != nullptr) return fail(ErrorCode::corrupt, "a view has two sections {}", tag);
  kept = bytes;
  return {};
}

// Reads one section; unknown tags are skipped. Image and masks are only remembered here.
Result<void> read_section(ByteReader& in, PendingView& out) {
  GS_TRY(const Bytes tag, in.bytes(4));
  GS_TRY(const uint64_t length, in.u64());
  GS_TRY(const Bytes bytes, in.bytes(length));
  if (as_text(tag) == kPhoto) return keep_once(out.photo, bytes, kPhoto);
  if (as_text(tag) == kPlainPhoto) {
    if (bytes.size() != 3 * pixels_of(out.view.camera)) {
      return fail(ErrorCode::corrupt, "RAW8 section has {} bytes, which is not an image of {} x {} pixels",
                  bytes.size(), out.view.camera.width, out.view.camera.height);
    }
    const auto* from = reinterpret_cast<const uint8_t*>(bytes.data());
    out.view.rgb8.assign(from, from + bytes.size());
  }
  if (as_text(tag) == kMask) return keep_once(out.mask, bytes, kMask);
  if (as_text(tag) == kSky) return keep_once(out.sky, bytes, kSky);
  if (as_text(tag) == kTime) {
    ByteReader time(bytes);
    GS_TRY(const double stamp, time.f64());
    if (!std::isfinite(stamp)) return fail(ErrorCode::invalid_data, "a timestamp is not finite");
    out.view.timestamp_s = stamp;
  }
  if (as_text(tag) == kDepth) {
    GS_TRY(out.view.depth, decode_depth(bytes));
  }
  return {};
}

// Reads the head of a view and its sections.
Result<PendingView> read_view(ByteReader& in) {
  PendingView out;
  TrainingView& view = out.view;
  GS_TRY(const std::string_view name, in.string32());
  view.name = name;
  GS_TRY(const uint8_t held_out, in.u8());
  view.held_out = held_out != 0;
  GS_TRY(view.camera.width, in.i32());
  GS_TRY(view.camera.height, in.i32());
  const auto in_range = [](int side) { return side >= 1 && side <= kMaxImageSide; };
  if (!in_range(view.camera.width) || !in_range(view.camera.height)) {
    return fail(ErrorCode::corrupt, "invalid image size {} x {}", view.camera.width, view.camera.height);
  }
  GS_TRY(const uint8_t lens, in.u8());
  if (lens > 1) return fail(ErrorCode::unsupported, "unknown camera model {}", lens);
  view.camera.lens = lens == 1 ? Lens::equidistant : Lens::radtan;
  GS_TRY(const Bytes numbers, in.bytes(19 * sizeof(double)));
  std::size_t at = 0;
  bool finite = true;
  visit_numbers(view.camera, view.map_from_camera, [&](double& value) {
    value = load_le<double>(numbers.data() + at);
    at += sizeof(double);
    finite = finite && std::isfinite(value);
  });
  if (!finite) return fail(ErrorCode::invalid_data, "camera or pose of view {} is not finite", view.name);
  view.camera = with_limits(view.camera);
  GS_TRY(const uint32_t sections, in.u32());
  for (uint32_t k = 0; k < sections; ++k) GS_CHECK(read_section(in, out));
  if (out.photo.empty() && view.rgb8.empty()) return fail(ErrorCode::corrupt, "view {} has no image", view.name);
  return out;
}

// Decodes the image first: its compressed size bounds the number of pixels, the run-length coded masks do not.
Result<void> decode_planes(const PendingView& pending, TrainingView& view) {
  if (view.rgb8.empty()) {
    GS_TRY(view.rgb8, decode_image(pending.photo, view.camera.width, view.camera.height));
  }
  if (pending.mask.data() != nullptr) {
    GS_TRY(view.mask, decode_runs(pending.mask, pixels_of(view.camera)));
  }
  if (pending.sky.data() != nullptr) {
    GS_TRY(view.sky, decode_runs(pending.sky, pixels_of(view.camera)));
  }
  return {};
}

// Decodes all views in parallel; returns the error of the first view in order.
Result<std::vector<TrainingView>> decode_views(std::vector<PendingView> pending) {
  std::vector<TrainingView> views(pending.size());
  std::vector<std::optional<Error>> errors(pending.size());
  parallel_for(
      pending.size(),
      [&](std::size_t i) {
        views[i] = std::move(pending[i].view);
        Result<void> decoded = decode_planes(pending[i], views[i]);
        if (!decoded) errors[i] = std::move(decoded).error().with_context("view " + views[i].name);
      },
      1);
  for (std::optional<Error>& error : errors) {
    if (error) return *std::move(error);
  }
  return views;
}

// Checks the count against the file before allocating.
Result<std::vector<ColoredPoint>> read_points(ByteReader& in, uint64_t count) {
  if (count > in.remaining() / kPointBytes) {
    return fail(ErrorCode::truncated, "{} points do not fit into {} bytes", count, in.remaining());
  }
  std::vector<ColoredPoint> points(count);
  for (ColoredPoint& p : points) {
    GS_TRY(p.position.x, in.f32());
    GS_TRY(p.position.y, in.f32());
    GS_TRY(p.position.z, in.f32());
    GS_TRY(p.red, in.u8());
    GS_TRY(p.green, in.u8());
    GS_TRY(p.blue, in.u8());
  }
  return points;
}

}  // namespace

Result<void> save_packed_dataset(const std::filesystem::path& path, const PackedDataset& dataset) {
  GS_CHECK(check_training_data(dataset.data));
  ByteWriter head;
  head.text(kFormat.magic);
  head.u32(kFormat.newest);
  head.string32(dataset.drivesim_commit);
  head.u64(dataset.data.points.size());
  head.u32(static_cast<uint32_t>(dataset.data.views.size()));
  for (const ColoredPoint& p : dataset.data.points) {
    head.put(p.position.x), head.put(p.position.y), head.put(p.position.z);
    head.u8(p.red), head.u8(p.green), head.u8(p.blue);
  }
  // Encode views in parallel, write them in order.
  std::vector<std::vector<std::byte>> parts(dataset.data.views.size() + 1);
  parts[0] = std::move(head).take();
  parallel_for(
      dataset.data.views.size(), [&](std::size_t i) { parts[i + 1] = encode_view(dataset.data.views[i]); }, 1);
  return write_with_checksum(path, std::vector<Bytes>(parts.begin(), parts.end()));
}

Result<PackedDataset> load_packed_dataset(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_packed_dataset(file.bytes()).with_context("data set " + path.string());
}

Result<PackedDataset> parse_packed_dataset(Bytes file) {
  ByteReader in(file);
  GS_CHECK(read_version(in, kFormat));
  if (file.size() < in.offset() + sizeof(uint32_t)) return fail(ErrorCode::truncated, "the file ends in its header");
  // The checksum first: everything below may then trust the content, but still checks sizes.
  const Bytes body = file.first(file.size() - sizeof(uint32_t));
  if (crc32(body) != load_le<uint32_t>(body.data() + body.size())) {
    return fail(ErrorCode::crc_mismatch, "the checksum does not match: the file is damaged or cut short");
  }
  ByteReader rest(body.subspan(in.offset()));
  PackedDataset out;
  GS_TRY(const std::string_view commit, rest.string32());
  out.drivesim_commit = commit;
  GS_TRY(const uint64_t points, rest.u64());
  GS_TRY(const uint32_t views, rest.u32());
  GS_TRY(out.data.points, read_points(rest, points));
  if (views > rest.remaining() / kLeastViewBytes) {
    return fail(ErrorCode::truncated, "{} views do not fit into {} bytes", views, rest.remaining());
  }
  // Read all heads first, then decode the images in parallel.
  std::vector<PendingView> pending;
  for (uint32_t k = 0; k < views; ++k) {
    GS_TRY(PendingView view, read_view(rest));
    pending.push_back(std::move(view));
  }
  if (!rest.at_end()) return fail(ErrorCode::corrupt, "{} unexpected bytes behind the last view", rest.remaining());
  GS_TRY(out.data.views, decode_views(std::move(pending)));
  return out;
}

}  // namespace gs::splat::train
