// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages and services of the package simulation_interfaces, the ROS standard for simulators, that ours offers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::simulation_interfaces {

// simulation_interfaces/Result: outcome of a service call, with a text if it failed.
struct Result {
  static constexpr std::string_view kType = "simulation_interfaces/msg/Result";
  static constexpr uint8_t RESULT_FEATURE_UNSUPPORTED = 0;
  static constexpr uint8_t RESULT_OK = 1;
  static constexpr uint8_t RESULT_NOT_FOUND = 2;
  static constexpr uint8_t RESULT_INCORRECT_STATE = 3;
  static constexpr uint8_t RESULT_OPERATION_FAILED = 4;
  uint8_t result = 0;
  std::string error_message;

  static void describe(auto& f) {
    f.constant("RESULT_FEATURE_UNSUPPORTED", RESULT_FEATURE_UNSUPPORTED);
    f.constant("RESULT_OK", RESULT_OK);
    f.constant("RESULT_NOT_FOUND", RESULT_NOT_FOUND);
    f.constant("RESULT_INCORRECT_STATE", RESULT_INCORRECT_STATE);
    f.constant("RESULT_OPERATION_FAILED", RESULT_OPERATION_FAILED);
    f("result", &Result::result);
    f("error_message", &Result::error_message);
  }
  friend bool operator==(const Result&, const Result&) = default;
};

// simulation_interfaces/SimulationState: whether the simulation runs, is paused or has no world.
struct SimulationState {
  static constexpr std::string_view kType = "simulation_interfaces/msg/SimulationState";
  static constexpr uint8_t STATE_STOPPED = 0;
  static constexpr uint8_t STATE_PLAYING = 1;
  static constexpr uint8_t STATE_PAUSED = 2;
  static constexpr uint8_t STATE_QUITTING = 3;
  static constexpr uint8_t STATE_NO_WORLD = 4;
  static constexpr uint8_t STATE_LOADING_WORLD = 5;
  uint8_t state = 0;

  static void describe(auto& f) {
    f.constant("STATE_STOPPED", STATE_STOPPED);
    f.constant("STATE_PLAYING", STATE_PLAYING);
    f.constant("STATE_PAUSED", STATE_PAUSED);
    f.constant("STATE_QUITTING", STATE_QUITTING);
    f.constant("STATE_NO_WORLD", STATE_NO_WORLD);
    f.constant("STATE_LOADING_WORLD", STATE_LOADING_WORLD);
    f("state", &SimulationState::state);
  }
  friend bool operator==(const SimulationState&, const SimulationState&) = default;
};

// simulation_interfaces/EntityState: pose, velocity and acceleration of an object.
struct EntityState {
  static constexpr std::string_view kType = "simulation_interfaces/msg/EntityState";
  std_msgs::Header header;
  geometry_msgs::Pose pose;
  geometry_msgs::Twist twist;
  geometry_msgs::Accel acceleration;

  static void describe(auto& f) {
    f("header", &EntityState::header);
    f("pose", &EntityState::pose);
    f("twist", &EntityState::twist);
    f("acceleration", &EntityState::acceleration);
  }
  friend bool operator==(const EntityState&, const EntityState&) = default;
};

// simulation_interfaces/SimulatorFeatures: the optional features that a simulator has.
struct SimulatorFeatures {
  static constexpr std::string_view kType = "simulation_interfaces/msg/SimulatorFeatures";
  static constexpr uint8_t SPAWNING = 0;
  static constexpr uint8_t DELETING = 1;
  static constexpr uint8_t NAMED_POSES = 2;
  static constexpr uint8_t POSE_BOUNDS = 3;
  static constexpr uint8_t ENTITY_TAGS = 4;
  static constexpr uint8_t ENTITY_BOUNDS = 5;
  static constexpr uint8_t ENTITY_BOUNDS_BOX = 6;
  static constexpr uint8_t ENTITY_BOUNDS_CONVEX = 7;
  static constexpr uint8_t ENTITY_CATEGORIES = 8;
  static constexpr uint8_t SPAWNING_RESOURCE_STRING = 9;
  static constexpr uint8_t ENTITY_STATE_GETTING = 10;
  static constexpr uint8_t ENTITY_STATE_SETTING = 11;
  static constexpr uint8_t ENTITY_INFO_GETTING = 12;
  static constexpr uint8_t ENTITY_INFO_SETTING = 13;
  static constexpr uint8_t SPAWNABLES = 14;
  static constexpr uint8_t SIMULATION_RESET = 20;
  static constexpr uint8_t SIMULATION_RESET_TIME = 21;
  static constexpr uint8_t SIMULATION_RESET_STATE = 22;
  static constexpr uint8_t SIMULATION_RESET_SPAWNED = 23;
  static constexpr uint8_t SIMULATION_STATE_GETTING = 24;
  static constexpr uint8_t SIMULATION_STATE_SETTING = 25;
  static constexpr uint8_t SIMULATION_STATE_PAUSE = 26;
  static constexpr uint8_t STEP_SIMULATION_SINGLE = 31;
  static constexpr uint8_t STEP_SIMULATION_MULTIPLE = 32;
  static constexpr uint8_t STEP_SIMULATION_ACTION = 33;
  static constexpr uint8_t WORLD_LOADING = 40;
  static constexpr uint8_t WORLD_RESOURCE_STRING = 41;
  static constexpr uint8_t WORLD_TAGS = 42;
  static constexpr uint8_t WORLD_UNLOADING = 43;
  static constexpr uint8_t WORLD_INFO_GETTING = 44;
  static constexpr uint8_t AVAILABLE_WORLDS = 45;
  std::vector<uint16_t> features;
  std::vector<std::string> spawn_formats;
  std::string custom_info;

  static void describe(auto& f) {
    f.constant("SPAWNING", SPAWNING);
    f.constant("DELETING", DELETING);
    f.constant("NAMED_POSES", NAMED_POSES);
    f.constant("POSE_BOUNDS", POSE_BOUNDS);
    f.constant("ENTITY_TAGS", ENTITY_TAGS);
    f.constant("ENTITY_BOUNDS", ENTITY_BOUNDS);
    f.constant("ENTITY_BOUNDS_BOX", ENTITY_BOUNDS_BOX);
    f.constant("ENTITY_BOUNDS_CONVEX", ENTITY_BOUNDS_CONVEX);
    f.constant("ENTITY_CATEGORIES", ENTITY_CATEGORIES);
    f.constant("SPAWNING_RESOURCE_STRING", SPAWNING_RESOURCE_STRING);
    f.constant("ENTITY_STATE_GETTING", ENTITY_STATE_GETTING);
    f.constant("ENTITY_STATE_SETTING", ENTITY_STATE_SETTING);
    f.constant("ENTITY_INFO_GETTING", ENTITY_INFO_GETTING);
    f.constant("ENTITY_INFO_SETTING", ENTITY_INFO_SETTING);
    f.constant("SPAWNABLES", SPAWNABLES);
    f.constant("SIMULATION_RESET", SIMULATION_RESET);
    f.constant("SIMULATION_RESET_TIME", SIMULATION_RESET_TIME);
    f.constant("SIMULATION_RESET_STATE", SIMULATION_RESET_STATE);
    f.constant("SIMULATION_RESET_SPAWNED", SIMULATION_RESET_SPAWNED);
    f.constant("SIMULATION_STATE_GETTING", SIMULATION_STATE_GETTING);
    f.constant("SIMULATION_STATE_SETTING", SIMULATION_STATE_SETTING);
    f.constant("SIMULATION_STATE_PAUSE", SIMULATION_STATE_PAUSE);
    f.constant("STEP_SIMULATION_SINGLE", STEP_SIMULATION_SINGLE);
    f.constant("STEP_SIMULATION_MULTIPLE", STEP_SIMULATION_MULTIPLE);
    f.constant("STEP_SIMULATION_ACTION", STEP_SIMULATION_ACTION);
    f.constant("WORLD_LOADING", WORLD_LOADING);
    f.constant("WORLD_RESOURCE_STRING", WORLD_RESOURCE_STRING);
    f.constant("WORLD_TAGS", WORLD_TAGS);
    f.constant("WORLD_UNLOADING", WORLD_UNLOADING);
    f.constant("WORLD_INFO_GETTING", WORLD_INFO_GETTING);
    f.constant("AVAILABLE_WORLDS", AVAILABLE_WORLDS);
    f("features", &SimulatorFeatures::features);
    f("spawn_formats", &SimulatorFeatures::spawn_formats);
    f("custom_info", &SimulatorFeatures::custom_info);
  }
  friend bool operator==(const SimulatorFeatures&, const SimulatorFeatures&) = default;
};

// simulation_interfaces/Resource: a file by its URI, or its contents as text.
struct Resource {
  static constexpr std::string_view kType = "simulation_interfaces/msg/Resource";
  std::string uri;
  std::string resource_string;

  static void describe(auto& f) {
    f("uri", &Resource::uri);
    f("resource_string", &Resource::resource_string);
  }
  friend bool operator==(const Resource&, const Resource&) = default;
};

// simulation_interfaces/WorldResource: a world with its name, resource and tags.
struct WorldResource {
  static constexpr std::string_view kType = "simulation_interfaces/msg/WorldResource";
  std::string name;
  Resource world_resource;
  std::string description;
  std::vector<std::string> tags;

  static void describe(auto& f) {
    f("name", &WorldResource::name);
    f("world_resource", &WorldResource::world_resource);
    f("description", &WorldResource::description);
    f("tags", &WorldResource::tags);
  }
  friend bool operator==(const WorldResource&, const WorldResource&) = default;
};

// simulation_interfaces/TagsFilter: selects worlds that have any or all of these tags.
struct TagsFilter {
  static constexpr std::string_view kType = "simulation_interfaces/msg/TagsFilter";
  static constexpr uint8_t FILTER_MODE_ANY = 0;
  static constexpr uint8_t FILTER_MODE_ALL = 1;
  std::vector<std::string> tags;
  uint8_t filter_mode = 0;

  static void describe(auto& f) {
    f.constant("FILTER_MODE_ANY", FILTER_MODE_ANY);
    f.constant("FILTER_MODE_ALL", FILTER_MODE_ALL);
    f("tags", &TagsFilter::tags);
    f("filter_mode", &TagsFilter::filter_mode);
  }
  friend bool operator==(const TagsFilter&, const TagsFilter&) = default;
};

// simulation_interfaces/GetSimulatorFeatures: asks which features the simulator has.
struct GetSimulatorFeatures {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulatorFeatures";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulatorFeatures_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The features.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulatorFeatures_Response";
    SimulatorFeatures features;

    static void describe(auto& f) { f("features", &Response::features); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/StepSimulation: makes a number of steps while the simulation is paused.
struct StepSimulation {
  static constexpr std::string_view kType = "simulation_interfaces/srv/StepSimulation";
  // The number of steps.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/StepSimulation_Request";
    uint64_t steps = 1;

    static void describe(auto& f) { f("steps", &Request::steps, {.default_text = "1"}); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, when the steps are done.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/StepSimulation_Response";
    Result result;

    static void describe(auto& f) { f("result", &Response::result); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetSimulationState: asks for the state of the simulation.
struct GetSimulationState {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulationState";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulationState_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The state.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSimulationState_Response";
    SimulationState state;
    Result result;

    static void describe(auto& f) {
      f("state", &Response::state);
      f("result", &Response::result);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/SetSimulationState: starts, pauses, stops or ends the simulation.
struct SetSimulationState {
  static constexpr std::string_view kType = "simulation_interfaces/srv/SetSimulationState";
  // The new state.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SetSimulationState_Request";
    SimulationState state;

    static void describe(auto& f) { f("state", &Request::state); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, with the error codes of this service.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SetSimulationState_Response";
    static constexpr uint8_t ALREADY_IN_TARGET_STATE = 101;
    static constexpr uint8_t STATE_TRANSITION_ERROR = 102;
    static constexpr uint8_t INCORRECT_TRANSITION = 103;
    Result result;

    static void describe(auto& f) {
      f.constant("ALREADY_IN_TARGET_STATE", ALREADY_IN_TARGET_STATE);
      f.constant("STATE_TRANSITION_ERROR", STATE_TRANSITION_ERROR);
      f.constant("INCORRECT_TRANSITION", INCORRECT_TRANSITION);
      f("result", &Response::result);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/ResetSimulation: resets time, state or spawned objects.
struct ResetSimulation {
  static constexpr std::string_view kType = "simulation_interfaces/srv/ResetSimulation";
  // A combination of the SCOPE constants.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/ResetSimulation_Request";
    static constexpr uint8_t SCOPE_DEFAULT = 0;
    static constexpr uint8_t SCOPE_TIME = 1;
    static constexpr uint8_t SCOPE_STATE = 2;
    static constexpr uint8_t SCOPE_SPAWNED = 4;
    static constexpr uint8_t SCOPE_ALL = 255;
    uint8_t scope = 0;

    static void describe(auto& f) {
      f.constant("SCOPE_DEFAULT", SCOPE_DEFAULT);
      f.constant("SCOPE_TIME", SCOPE_TIME);
      f.constant("SCOPE_STATE", SCOPE_STATE);
      f.constant("SCOPE_SPAWNED", SCOPE_SPAWNED);
      f.constant("SCOPE_ALL", SCOPE_ALL);
      f("scope", &Request::scope);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/ResetSimulation_Response";
    Result result;

    static void describe(auto& f) { f("result", &Response::result); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetEntityState: asks for the state of an object.
struct GetEntityState {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntityState";
  // The name of the object.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntityState_Request";
    std::string entity;

    static void describe(auto& f) { f("entity", &Request::entity); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome and the state.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntityState_Response";
    Result result;
    EntityState state;

    static void describe(auto& f) {
      f("result", &Response::result);
      f("state", &Response::state);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/SetEntityState: moves an object.
struct SetEntityState {
  static constexpr std::string_view kType = "simulation_interfaces/srv/SetEntityState";
  // The name of the object and its new state.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SetEntityState_Request";
    std::string entity;
    EntityState state;

    static void describe(auto& f) {
      f("entity", &Request::entity);
      f("state", &Request::state);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, with the error code of this service.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SetEntityState_Response";
    static constexpr uint8_t INVALID_POSE = 101;
    Result result;

    static void describe(auto& f) {
      f.constant("INVALID_POSE", INVALID_POSE);
      f("result", &Response::result);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetAvailableWorlds: lists the worlds that can be loaded.
struct GetAvailableWorlds {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetAvailableWorlds";
  // Where to search, and which worlds to list.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetAvailableWorlds_Request";
    std::vector<std::string> additional_sources;
    TagsFilter filter;
    bool offline_only = false;
    bool continue_on_error = false;

    static void describe(auto& f) {
      f("additional_sources", &Request::additional_sources);
      f("filter", &Request::filter);
      f("offline_only", &Request::offline_only);
      f("continue_on_error", &Request::continue_on_error);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome and the worlds found.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetAvailableWorlds_Response";
    static constexpr uint8_t DEFAULT_SOURCES_FAILED = 101;
    Result result;
    std::vector<WorldResource> worlds;

    static void describe(auto& f) {
      f.constant("DEFAULT_SOURCES_FAILED", DEFAULT_SOURCES_FAILED);
      f("result", &Response::result);
      f("worlds", &Response::worlds);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetCurrentWorld: asks which world is loaded.
struct GetCurrentWorld {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetCurrentWorld";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetCurrentWorld_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome and the loaded world.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetCurrentWorld_Response";
    static constexpr uint8_t NO_WORLD_LOADED = 101;
    Result result;
    WorldResource world;

    static void describe(auto& f) {
      f.constant("NO_WORLD_LOADED", NO_WORLD_LOADED);
      f("result", &Response::result);
      f("world", &Response::world);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/LoadWorld: loads a world.
struct LoadWorld {
  static constexpr std::string_view kType = "simulation_interfaces/srv/LoadWorld";
  // The world, by URI or as text, and how to treat missing parts.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/LoadWorld_Request";
    std::string uri;
    std::string resource_string;
    bool fail_on_unsupported_element = false;
    bool ignore_missing_or_unsupported_assets = false;

    static void describe(auto& f) {
      f("uri", &Request::uri);
      f("resource_string", &Request::resource_string);
      f("fail_on_unsupported_element", &Request::fail_on_unsupported_element);
      f("ignore_missing_or_unsupported_assets", &Request::ignore_missing_or_unsupported_assets);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, with the error codes of this service, and the world.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/LoadWorld_Response";
    static constexpr uint8_t UNSUPPORTED_FORMAT = 101;
    static constexpr uint8_t NO_RESOURCE = 102;
    static constexpr uint8_t RESOURCE_PARSE_ERROR = 103;
    static constexpr uint8_t MISSING_ASSETS = 104;
    static constexpr uint8_t UNSUPPORTED_ASSETS = 105;
    static constexpr uint8_t UNSUPPORTED_ELEMENTS = 106;
    Result result;
    WorldResource world;

    static void describe(auto& f) {
      f.constant("UNSUPPORTED_FORMAT", UNSUPPORTED_FORMAT);
      f.constant("NO_RESOURCE", NO_RESOURCE);
      f.constant("RESOURCE_PARSE_ERROR", RESOURCE_PARSE_ERROR);
      f.constant("MISSING_ASSETS", MISSING_ASSETS);
      f.constant("UNSUPPORTED_ASSETS", UNSUPPORTED_ASSETS);
      f.constant("UNSUPPORTED_ELEMENTS", UNSUPPORTED_ELEMENTS);
      f("result", &Response::result);
      f("world", &Response::world);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/UnloadWorld: removes the loaded world.
struct UnloadWorld {
  static constexpr std::string_view kType = "simulation_interfaces/srv/UnloadWorld";
  // Has no fields.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/UnloadWorld_Request";

    static void describe(auto&) {}
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/UnloadWorld_Response";
    static constexpr uint8_t NO_WORLD_LOADED = 101;
    Result result;

    static void describe(auto& f) {
      f.constant("NO_WORLD_LOADED", NO_WORLD_LOADED);
      f("result", &Response::result);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

}  // namespace gs::rosmsg::simulation_interfaces
