// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>

#include <atomic>

#include "bench/ros2/bench_ros2.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace bench {
namespace {

using namespace gs;
using namespace std::chrono_literals;

// Encoded 1080p image and 128-channel cloud.
std::vector<std::byte> image_payload() {
  rosmsg::sensor_msgs::Image image{.height = 1080, .width = 1920, .encoding = "rgb8", .step = 5760};
  image.data.resize(1080 * 5760);
  return rosmsg::encode_cdr(image);
}

std::vector<std::byte> cloud_payload() {  // 128 channels, 1800 columns
  rosmsg::sensor_msgs::PointCloud2 cloud{
      .height = 1, .width = 128 * 1800, .point_step = 20, .row_step = 128 * 1800 * 20};
  cloud.data.resize(cloud.row_step);
  return rosmsg::encode_cdr(cloud);
}

// One-way latency including the copy to the reader: the callback gets the complete payload.
double latency_ms(const rosmsg::MessageType& type, const std::vector<std::byte>& payload, int count) {
  auto a = make_node("sender"), b = make_node("receiver");
  std::atomic<int> got = 0;
  std::atomic<double> arrived = 0;
  std::atomic<Clock::time_point> start;
  const auto subscription = *b->subscribe_raw("data", type, {.depth = 5}, [&](const ros2::Sample&) {
    arrived = ms_since(start);
    ++got;
  });
  const auto publisher = *a->publish_raw("data", type, {.depth = 5});
  if (!wait_until([&] { return publisher->subscriber_count() == 1; })) return -1;
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    start = Clock::now();
    if (!publisher->publish(payload) || !wait_until([&] { return got > i; })) return -1;
    times.push_back(arrived);
    std::this_thread::sleep_for(5ms);
  }
  return median(times);
}

// Note for the table if the kernel grants less than 4 MiB of receive buffer.
std::string granted_buffers() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  int wanted = 4 << 20, granted = 0;
  socklen_t size = sizeof(granted);
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &wanted, sizeof(wanted));
  ::getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &granted, &size);
  ::close(socket);
  // The kernel reports twice the granted size.
  return granted / 2 >= wanted ? ""
                               : "the kernel grants " + std::to_string(granted / 2) + " of 4194304 bytes of buffer";
}

// Publishes a topic at a rate and counts lost messages.
class Stream {
 public:
  Stream(ros2::Node& from, ros2::Node& to, const char* topic, const rosmsg::MessageType& type, const ros2::Qos& qos)
      : subscription_(*to.subscribe_raw(topic, type, qos, [this](const ros2::Sample&) { ++got_; })),
        publisher_(*from.publish_raw(topic, type, qos)) {}
  bool is_connected() const { return publisher_->subscriber_count() == 1; }
  void run(const std::vector<std::byte>& payload, double rate_hz, double seconds) {
    thread_ = std::thread([this, &payload, rate_hz, seconds] {
      const auto start = Clock::now();
      const auto count = static_cast<int64_t>(rate_hz * seconds);
      for (int64_t i = 0; i < count; ++i) {
        std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                                  std::chrono::duration<double>(static_cast<double>(i) / rate_hz)));
        if (publisher_->publish(payload)) ++sent_;
      }
    });
  }
  // Number of messages that did not arrive.
  double finish() {
    thread_.join();
    wait_until([&] { return got_ == sent_; }, 3);
    return static_cast<double>(sent_ - got_);
  }
  int64_t sent() const { return sent_; }

 private:
  std::atomic<int64_t> sent_ = 0, got_ = 0;
  std::unique_ptr<ros2::Subscription> subscription_;
  std::unique_ptr<ros2::RawPublisher> publisher_;
  std::thread thread_;
};

}  // namespace

void add_latencies(Table& table) {
  table.add({.name = "odometry, one way",
             .value = latency_ms(rosmsg::type_of<rosmsg::nav_msgs::Odometry>(),
                                 rosmsg::encode_cdr(rosmsg::nav_msgs::Odometry{}), 200),
             .unit = "ms",
             .bar = 1.0});
  table.add({.name = "6.2 MB image, reliable, one way",
             .value = latency_ms(rosmsg::type_of<rosmsg::sensor_msgs::Image>(), image_payload(), 50),
             .unit = "ms",
             .bar = 7.0,
             .note = granted_buffers()});
}

void add_large_streams(Table& table, double seconds) {
  auto a = make_node("sender"), b = make_node("receiver");
  const auto image = image_payload(), cloud = cloud_payload();
  {
    Stream images(*a, *b, "image", rosmsg::type_of<rosmsg::sensor_msgs::Image>(), {.depth = 5});
    Stream clouds(*a, *b, "cloud", rosmsg::type_of<rosmsg::sensor_msgs::PointCloud2>(), {.depth = 5});
    wait_until([&] { return images.is_connected() && clouds.is_connected(); });
    images.run(image, 30, seconds);
    clouds.run(cloud, 20, seconds);
    const double lost_images = images.finish(), lost_clouds = clouds.finish();
    table.add({.name = "1080p images at 30 Hz beside clouds, lost",
               .value = lost_images,
               .unit = "frames",
               .bar = 0,
               .note = "of " + std::to_string(images.sent())});
    table.add({.name = "128-channel clouds at 20 Hz beside images, lost",
               .value = lost_clouds,
               .unit = "clouds",
               .bar = 0,
               .note = "of " + std::to_string(clouds.sent())});
  }
  ros2::Qos paced = ros2::qos::kSensorData;
  Stream images(*a, *b, "best_effort", rosmsg::type_of<rosmsg::sensor_msgs::Image>(), paced);
  wait_until([&] { return images.is_connected(); });
  images.run(image, 10, std::min(seconds, 10.0));
  const double lost = images.finish();
  table.add({.name = "1080p images at 10 Hz, best effort, paced, lost",
             .value = lost,
             .unit = "frames",
             .bar = 0,
             .note = "of " + std::to_string(images.sent()) + "; " + granted_buffers()});
}

}  // namespace bench
