// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/views.h"

#include <algorithm>

#include "gs/rosmsg/codec/wire.h"
#include "gs/rosmsg/point_field.h"

namespace gs::rosmsg {
namespace {

// A reader behind the encapsulation. The views read fields one by one and do not handle the sizes of XCDR2.
Result<WireReader> open(MessageEncoding encoding, Bytes payload) {
  if (encoding == MessageEncoding::ros1) return WireReader::ros1(payload);
  GS_TRY(WireReader in, WireReader::cdr(payload));
  if (in.format().message_sizes || in.format().collection_sizes) {
    return fail(ErrorCode::unsupported, "views read XCDR1 and ROS 1 only");
  }
  return in;
}

HeaderView read_header(WireReader& in) {
  HeaderView header;
  if (in.format().ros1) header.seq = in.number<uint32_t>();
  const auto sec = in.number<int32_t>();
  const auto nanosec = in.number<uint32_t>();
  // Seconds are a uint32 in ROS 1 and an int32 in ROS 2.
  header.stamp = Timestamp::from_ros(in.format().ros1 ? int64_t{static_cast<uint32_t>(sec)} : sec, nanosec);
  header.frame_id = in.text();
  return header;
}

Bytes read_data(WireReader& in) { return in.number_view(1, in.count(1)); }

HeaderView view_header(const std_msgs::Header& header) {
  return {.seq = header.seq, .stamp = header.stamp.timestamp(), .frame_id = header.frame_id};
}

Bytes as_view(const std::vector<uint8_t>& data) { return std::as_bytes(std::span(data)); }

// Checks that all rows lie inside the data.
Result<ImageView> checked(const ImageView& image) {
  const uint64_t wanted = uint64_t{image.step} * image.height;
  if (wanted > image.data.size()) {
    return fail(ErrorCode::invalid_data, "image of {} rows of {} bytes holds {} bytes of data", image.height,
                image.step, image.data.size());
  }
  return image;
}

// Checks that all points lie inside the data, and all fields inside their point.
Result<PointCloudView> checked(PointCloudView cloud) {
  if (cloud.size() == 0) return cloud;
  const uint64_t row_bytes = uint64_t{cloud.width} * cloud.point_step;
  // The last row may lack its padding. (height - 1) * row_step cannot overflow 64 bits: both factors have 32 bits.
  const uint64_t rows_before = uint64_t{cloud.height - 1} * cloud.row_step;
  if (cloud.point_step == 0 || (cloud.height > 1 && row_bytes > cloud.row_step) || rows_before > cloud.data.size() ||
      row_bytes > cloud.data.size() - rows_before) {
    return fail(ErrorCode::invalid_data, "cloud of {} x {} points (point_step {}, row_step {}) holds {} bytes of data",
                cloud.width, cloud.height, cloud.point_step, cloud.row_step, cloud.data.size());
  }
  for (const PointFieldView& field : cloud.fields) {
    // Some drivers write a count of 0 instead of 1.
    const uint64_t bytes = uint64_t{point_field_bytes(field.datatype)} * std::max(field.count, 1u);
    if (bytes > cloud.point_step || field.offset > cloud.point_step - bytes) {
      return fail(ErrorCode::invalid_data, "point field at byte {} leaves its point of {} bytes: {}", field.offset,
                  cloud.point_step, field.name);
    }
  }
  return cloud;
}

// Opens a message that begins with header, height and width, and reads them into `out`.
template <class View>
Result<WireReader> open_sized(MessageEncoding encoding, Bytes payload, View& out) {
  GS_TRY(WireReader in, open(encoding, payload));
  out.header = read_header(in);
  out.height = in.number<uint32_t>();
  out.width = in.number<uint32_t>();
  return in;
}

}  // namespace

Result<ImageView> view_image(MessageEncoding encoding, Bytes payload) {
  ImageView image;
  GS_TRY(WireReader in, open_sized(encoding, payload, image));
  image.encoding = in.text();
  image.is_bigendian = in.number<uint8_t>() != 0;
  image.step = in.number<uint32_t>();
  image.data = read_data(in);
  if (in.failed()) return in.take_error().with_context("Image");
  image.rest = payload.subspan(in.offset());
  return checked(image);
}

Result<CompressedImageView> view_compressed_image(MessageEncoding encoding, Bytes payload) {
  GS_TRY(WireReader in, open(encoding, payload));
  CompressedImageView image;
  image.header = read_header(in);
  image.format = in.text();
  image.data = read_data(in);
  if (in.failed()) return in.take_error().with_context("CompressedImage");
  return image;
}

Result<PointCloudView> view_point_cloud(MessageEncoding encoding, Bytes payload) {
  PointCloudView cloud;
  GS_TRY(WireReader in, open_sized(encoding, payload, cloud));
  // A PointField takes at least 13 bytes: length of its name (4), offset (4), datatype (1) and count (4). count() uses
  // it to refuse a number of fields that the bytes left cannot hold.
  cloud.fields.resize(in.count(/*min_element_bytes=*/13));
  for (PointFieldView& field : cloud.fields) {
    field.name = in.text();
    field.offset = in.number<uint32_t>();
    field.datatype = in.number<uint8_t>();
    field.count = in.number<uint32_t>();
  }
  cloud.is_bigendian = in.number<uint8_t>() != 0;
  cloud.point_step = in.number<uint32_t>();
  cloud.row_step = in.number<uint32_t>();
  cloud.data = read_data(in);
  cloud.is_dense = in.number<uint8_t>() != 0;
  if (in.failed()) return in.take_error().with_context("PointCloud2");
  return checked(std::move(cloud));
}

Result<ImageView> view_image(const sensor_msgs::Image& image) {
  return checked({.header = view_header(image.header),
                  .height = image.height,
                  .width = image.width,
                  .encoding = image.encoding,
                  .is_bigendian = image.is_bigendian != 0,
                  .step = image.step,
                  .data = as_view(image.data),
                  .rest = {}});
}

CompressedImageView view_compressed_image(const sensor_msgs::CompressedImage& image) {
  return {.header = view_header(image.header), .format = image.format, .data = as_view(image.data)};
}

Result<PointCloudView> view_point_cloud(const sensor_msgs::PointCloud2& cloud) {
  PointCloudView view{.header = view_header(cloud.header),
                      .height = cloud.height,
                      .width = cloud.width,
                      .fields = {},
                      .is_bigendian = cloud.is_bigendian,
                      .point_step = cloud.point_step,
                      .row_step = cloud.row_step,
                      .data = as_view(cloud.data),
                      .is_dense = cloud.is_dense};
  for (const auto& field : cloud.fields) view.fields.push_back({field.name, field.offset, field.datatype, field.count});
  return checked(std::move(view));
}

}  // namespace gs::rosmsg
