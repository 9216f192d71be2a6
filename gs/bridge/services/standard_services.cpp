// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services of simulation_interfaces, the common interface of simulators, below the node's name as in Gazebo and Isaac
// Sim: features and the run. Worlds are in standard_worlds.cpp, entities in standard_entities.cpp.
#include <algorithm>

#include "gs/bridge/services/standard_result.h"

namespace gs::bridge {
namespace {

namespace si = rosmsg::simulation_interfaces;
using Code = rosmsg::simulation_interfaces::Result;

}  // namespace

gs::Result<void> RunServices::Impl::serve_standard() {
  GS_CHECK(serve<si::GetSimulatorFeatures>("~/get_simulator_features", [](const auto&) {
    using F = si::SimulatorFeatures;
    si::GetSimulatorFeatures::Response out;
    out.features.spawn_formats = {"asset"};
    out.features.features = {F::SPAWNING,
                             F::DELETING,
                             F::SPAWNABLES,
                             F::ENTITY_CATEGORIES,
                             F::SIMULATION_RESET_SPAWNED,
                             F::ENTITY_STATE_GETTING,
                             F::ENTITY_STATE_SETTING,
                             F::SIMULATION_RESET,
                             F::SIMULATION_RESET_TIME,
                             F::SIMULATION_RESET_STATE,
                             F::SIMULATION_STATE_GETTING,
                             F::SIMULATION_STATE_SETTING,
                             F::SIMULATION_STATE_PAUSE,
                             F::STEP_SIMULATION_SINGLE,
                             F::STEP_SIMULATION_MULTIPLE,
                             F::WORLD_LOADING,
                             F::WORLD_INFO_GETTING,
                             F::AVAILABLE_WORLDS};
    return out;
  }));
  GS_CHECK(serve_standard_run());
  GS_CHECK(serve_standard_entities());
  return serve_standard_worlds();
}

gs::Result<void> RunServices::Impl::serve_standard_run() {
  // Stepping: 0 steps mean one.
  const auto step_some = [this](const si::StepSimulation::Request& request, const auto& respond) {
    if (!is_paused())
      return respond({{Code::RESULT_INCORRECT_STATE, "the simulation is running; pause it before stepping"}});
    step(std::max<uint64_t>(1, request.steps), [respond](const Outcome& o) { respond({result_of(o)}); });
  };
  GS_CHECK(serve_later<si::StepSimulation>("~/step_simulation", step_some));
  GS_CHECK(serve<si::GetSimulationState>("~/get_simulation_state", [this](const auto&) {
    const uint8_t state = is_paused() ? si::SimulationState::STATE_PAUSED : si::SimulationState::STATE_PLAYING;
    return si::GetSimulationState::Response{{state}, {Code::RESULT_OK, ""}};
  }));
  GS_CHECK(
      serve<si::SetSimulationState>("~/set_simulation_state", [this](const si::SetSimulationState::Request& request) {
        using Response = si::SetSimulationState::Response;
        const bool paused = is_paused();
        const uint8_t wanted = request.state.state;
        // "Stopped" is a paused run at its initial state.
        if (wanted == si::SimulationState::STATE_STOPPED) {
          Outcome o = pause();
          if (o.success) o = reset({.orientation = {0, 0, 0, 0}}, true);
          return Response{result_of(o)};
        }
        if (wanted != si::SimulationState::STATE_PAUSED && wanted != si::SimulationState::STATE_PLAYING)
          return Response{{Code::RESULT_FEATURE_UNSUPPORTED, "supported states: stopped, playing, paused"}};
        if (paused == (wanted == si::SimulationState::STATE_PAUSED))
          return Response{{Response::ALREADY_IN_TARGET_STATE, "already in this state"}};
        return Response{result_of(paused ? resume() : pause())};
      }));
  return serve<si::ResetSimulation>("~/reset_simulation", [this](const si::ResetSimulation::Request& request) {
    using Request = si::ResetSimulation::Request;
    if (request.scope == Request::SCOPE_SPAWNED) return si::ResetSimulation::Response{result_of(reset_entities())};
    // Time is reset by default or if the scope includes it; the state is always reset.
    const bool time = request.scope == Request::SCOPE_DEFAULT || (request.scope & Request::SCOPE_TIME) != 0;
    return si::ResetSimulation::Response{result_of(reset({.orientation = {0, 0, 0, 0}}, time))};
  });
}

}  // namespace gs::bridge
