// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/converter.h"

#include <chrono>

#include "gs/convert/conversion_job.h"
#include "gs/core/folders/overlap.h"

namespace gs::convert {
namespace {

Converted<std::unique_ptr<logio::LogReader>> open_input(const fs::path& path, Problems& problems) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    return FileNotFoundError{fail(ErrorCode::not_found, "no such file: {}", path.string())};
  }
  return as<RosbagReadError>(logio::open_log(path, problems).with_context("cannot read the log"));
}

}  // namespace

RosbagToVRSConverter::RosbagToVRSConverter(fs::path rosbag_path, fs::path vrs_path, ConverterConfig config)
    : rosbag_path_(std::move(rosbag_path)), vrs_path_(std::move(vrs_path)), config_(std::move(config)) {}

Converted<ConversionResult> RosbagToVRSConverter::convert(Problems& problems, Progress& progress) {
  const auto started = std::chrono::steady_clock::now();
  // 1. Check the request, open the input and find streams and device information.
  GS_CHECK(as<RequestError>(check_config(config_)));
  GS_CHECK(as<RequestError>(check_apart({"input", rosbag_path_}, {"output", vrs_path_})));
  GS_TRY(const auto log, open_input(rosbag_path_, problems));
  GS_TRY(auto mapping, choose_streams(*log, config_));
  GS_TRY(DeviceInfo survey, find_devices(*log, mapping, problems));
  ConversionJob job(*log, config_, std::move(mapping), std::move(survey));
  GS_CHECK(job.check(problems));

  // 2. Write all records in time order.
  GS_TRY(const auto compression, as<RequestError>(logio::vrs::parse_compression(config_.compression)));
  GS_TRY(logio::vrs::Writer writer,
         as<VRSWriteError>(logio::vrs::Writer::create(vrs_path_, job.description(rosbag_path_),
                                                      {.compression = compression}, config_.replace_output)));
  logio::vrs::OrderedWriter ordered(writer);
  GS_CHECK(job.run(ordered, problems, progress));

  // 3. Report, then publish the file.
  ConversionResult result;
  job.report(result, ordered.statistics());
  result.input_bag_size = log->info().file_bytes;
  GS_TRY(result.output_vrs_size, as<VRSWriteError>(writer.close()));
  result.compression_ratio = result.input_bag_size == 0 ? 0
                                                        : static_cast<double>(result.output_vrs_size) /
                                                              static_cast<double>(result.input_bag_size);
  result.conversion_time_sec = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace gs::convert
