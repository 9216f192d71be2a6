// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_simulator/commands.h"
#include "gs/config/yaml_options.h"
#include "gs/sim/options.h"

namespace gs {
namespace {

// Contents of the three configuration files config/default_*.yaml.
struct VehicleFile {
  sim::VehicleOptions vehicle;
};
void describe(auto& visit, VehicleFile& o) {
  visit("vehicle", o.vehicle, "geometry, limits and dynamics of the vehicle");
}

struct SimFile {
  sim::SimulationOptions simulation;
  sim::FrameOptions frames;
};
void describe(auto& visit, SimFile& o) {
  visit("simulation", o.simulation, "time and control");
  visit("frames", o.frames, "frame ids");
}

struct SensorFile {
  sim::SensorOptions sensors;
};
void describe(auto& visit, SensorFile& o) { visit("sensors", o.sensors, "cameras and LiDARs"); }

// Prints the default values of a file; config/default_*.yaml has exactly these bytes.
template <class File>
void print_defaults() {
  File file;
  std::fputs(config::write_yaml_options(OptionTable::of(file)).c_str(), stdout);
}

}  // namespace

int print_parameters(config::CommandLine& line) {
  std::string file;
  line.positional("file", file, "configuration file to print", Choices{{"vehicle", "sim", "sensors"}});
  line.example("gs-simulator parameters vehicle > my_car.yaml");
  if (const auto exit = line.parse()) return *exit;
  if (file == "vehicle") print_defaults<VehicleFile>();
  if (file == "sim") print_defaults<SimFile>();
  if (file == "sensors") print_defaults<SensorFile>();
  return 0;
}

}  // namespace gs
