// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/point_field.h"

#include <array>

#include "gs/rosmsg/codec/wire.h"

namespace gs::rosmsg {
namespace {

template <class T>
T load_value(const std::byte* at, bool swap) {
  T value = load_le<T>(at);
  if (swap) swap_bytes(&value, sizeof(T), 1);
  return value;
}

template <class T>
double load_double(const std::byte* at, bool swap) {
  return static_cast<double>(load_value<T>(at, swap));
}

// Size in bytes, and the function that loads a value.
struct Datatype {
  std::size_t bytes;
  double (*load)(const std::byte*, bool swap);
};
// Indexed by the datatype constants of sensor_msgs::PointField (1: INT8 ... 8: FLOAT64).
constexpr std::array<Datatype, 9> kDatatypes = {{{0, nullptr},
                                                 {1, load_double<int8_t>},
                                                 {1, load_double<uint8_t>},
                                                 {2, load_double<int16_t>},
                                                 {2, load_double<uint16_t>},
                                                 {4, load_double<int32_t>},
                                                 {4, load_double<uint32_t>},
                                                 {4, load_double<float>},
                                                 {8, load_double<double>}}};

}  // namespace

std::size_t point_field_bytes(uint8_t datatype) {
  return datatype < kDatatypes.size() ? kDatatypes[datatype].bytes : 0;
}

PointChannel::PointChannel(const PointCloudView& cloud, const PointFieldView& field)
    : data_(cloud.size() == 0 ? nullptr : cloud.data.data() + field.offset),
      width_(cloud.width),
      height_(cloud.height),
      point_step_(cloud.point_step),
      row_step_(cloud.row_step),
      datatype_(field.datatype),
      swap_(cloud.is_bigendian),
      load_(kDatatypes.at(field.datatype).load) {
  GS_DEBUG_EXPECT(load_ != nullptr);
}

template <class T>
void PointChannel::copy(std::span<T> out) const {
  GS_DEBUG_EXPECT(out.size() == size());
  if (out.empty()) return;  // such a cloud may still state rows and their length
  // Nearly every cloud holds little-endian floats: they are loaded without a call through a function pointer.
  const bool is_plain_float = datatype_ == sensor_msgs::PointField::FLOAT32 && !swap_;
  T* to = out.data();
  for (std::size_t row = 0; row < height_; ++row) {
    const std::byte* at = data_ + row * row_step_;
    for (std::size_t i = 0; i < width_; ++i, at += point_step_) {
      *to++ = is_plain_float ? static_cast<T>(load_le<float>(at)) : static_cast<T>(load_(at, swap_));
    }
  }
}

template void PointChannel::copy(std::span<float>) const;
template void PointChannel::copy(std::span<double>) const;

std::optional<PointChannel> find_channel(const PointCloudView& cloud, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const PointFieldView& field : cloud.fields) {
      if (field.name == name && point_field_bytes(field.datatype) != 0) return PointChannel(cloud, field);
    }
  }
  return std::nullopt;
}

PointChannels find_channels(const PointCloudView& cloud) {
  return {.x = find_channel(cloud, {"x"}),
          .y = find_channel(cloud, {"y"}),
          .z = find_channel(cloud, {"z"}),
          .intensity = find_channel(cloud, {"intensity", "i", "reflectivity"}),
          .ring = find_channel(cloud, {"ring", "channel", "laser_id", "line"}),
          .time = find_channel(cloud, {"t", "time", "timestamp", "time_stamp", "offset_time"})};
}

}  // namespace gs::rosmsg
