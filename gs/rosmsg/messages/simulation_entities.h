// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The part of simulation_interfaces (version 1) that is about objects: lists, spawns and removes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"

namespace gs::rosmsg::simulation_interfaces {

// simulation_interfaces/Bounds: a box (upper right, lower left corner), a convex hull, or a sphere (centre, radius).
struct Bounds {
  static constexpr std::string_view kType = "simulation_interfaces/msg/Bounds";
  static constexpr uint8_t TYPE_EMPTY = 0;
  static constexpr uint8_t TYPE_BOX = 1;
  static constexpr uint8_t TYPE_CONVEX_HULL = 2;
  static constexpr uint8_t TYPE_SPHERE = 3;
  uint8_t type = 0;
  std::vector<geometry_msgs::Vector3> points;

  static void describe(auto& f) {
    f.constant("TYPE_EMPTY", TYPE_EMPTY);
    f.constant("TYPE_BOX", TYPE_BOX);
    f.constant("TYPE_CONVEX_HULL", TYPE_CONVEX_HULL);
    f.constant("TYPE_SPHERE", TYPE_SPHERE);
    f("type", &Bounds::type);
    f("points", &Bounds::points);
  }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// simulation_interfaces/EntityCategory: a broad kind of object.
struct EntityCategory {
  static constexpr std::string_view kType = "simulation_interfaces/msg/EntityCategory";
  static constexpr uint8_t CATEGORY_OBJECT = 0;
  static constexpr uint8_t CATEGORY_ROBOT = 1;
  static constexpr uint8_t CATEGORY_HUMAN = 2;
  static constexpr uint8_t CATEGORY_DYNAMIC_OBJECT = 4;
  static constexpr uint8_t CATEGORY_STATIC_OBJECT = 5;
  uint8_t category = 0;

  static void describe(auto& f) {
    f.constant("CATEGORY_OBJECT", CATEGORY_OBJECT);
    f.constant("CATEGORY_ROBOT", CATEGORY_ROBOT);
    f.constant("CATEGORY_HUMAN", CATEGORY_HUMAN);
    f.constant("CATEGORY_DYNAMIC_OBJECT", CATEGORY_DYNAMIC_OBJECT);
    f.constant("CATEGORY_STATIC_OBJECT", CATEGORY_STATIC_OBJECT);
    f("category", &EntityCategory::category);
  }
  friend bool operator==(const EntityCategory&, const EntityCategory&) = default;
};

// simulation_interfaces/EntityFilters: selects objects; empty fields select all.
struct EntityFilters {
  static constexpr std::string_view kType = "simulation_interfaces/msg/EntityFilters";
  std::string filter;  // POSIX extended regular expression, searched for in the names
  std::vector<EntityCategory> categories;
  TagsFilter tags;
  Bounds bounds;

  static void describe(auto& f) {
    f("filter", &EntityFilters::filter);
    f("categories", &EntityFilters::categories);
    f("tags", &EntityFilters::tags);
    f("bounds", &EntityFilters::bounds);
  }
  friend bool operator==(const EntityFilters&, const EntityFilters&) = default;
};

// simulation_interfaces/Spawnable: something that SpawnEntity accepts.
struct Spawnable {
  static constexpr std::string_view kType = "simulation_interfaces/msg/Spawnable";
  std::string uri;
  std::string description;
  Bounds spawn_bounds;

  static void describe(auto& f) {
    f("uri", &Spawnable::uri);
    f("description", &Spawnable::description);
    f("spawn_bounds", &Spawnable::spawn_bounds);
  }
  friend bool operator==(const Spawnable&, const Spawnable&) = default;
};

// simulation_interfaces/GetSpawnables: lists what can be spawned.
struct GetSpawnables {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetSpawnables";
  // Where to search beside the loaded world.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSpawnables_Request";
    std::vector<std::string> sources;

    static void describe(auto& f) { f("sources", &Request::sources); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome and the list.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetSpawnables_Response";
    Result result;
    std::vector<Spawnable> spawnables;

    static void describe(auto& f) {
      f("result", &Response::result);
      f("spawnables", &Response::spawnables);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/SpawnEntity: adds an object.
struct SpawnEntity {
  static constexpr std::string_view kType = "simulation_interfaces/srv/SpawnEntity";
  // What, under which name, and where.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SpawnEntity_Request";
    std::string name;
    bool allow_renaming = false;
    std::string uri;
    std::string resource_string;
    std::string entity_namespace;
    geometry_msgs::PoseStamped initial_pose;

    static void describe(auto& f) {
      f("name", &Request::name);
      f("allow_renaming", &Request::allow_renaming);
      f("uri", &Request::uri);
      f("resource_string", &Request::resource_string);
      f("entity_namespace", &Request::entity_namespace);
      f("initial_pose", &Request::initial_pose);
    }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, with the error codes of this service, and the name of the new object.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/SpawnEntity_Response";
    static constexpr uint8_t NAME_NOT_UNIQUE = 101;
    static constexpr uint8_t NAME_INVALID = 102;
    static constexpr uint8_t UNSUPPORTED_FORMAT = 103;
    static constexpr uint8_t NO_RESOURCE = 104;
    static constexpr uint8_t NAMESPACE_INVALID = 105;
    static constexpr uint8_t RESOURCE_PARSE_ERROR = 106;
    static constexpr uint8_t MISSING_ASSETS = 107;
    static constexpr uint8_t UNSUPPORTED_ASSETS = 108;
    static constexpr uint8_t INVALID_POSE = 109;
    Result result;
    std::string entity_name;

    static void describe(auto& f) {
      f.constant("NAME_NOT_UNIQUE", NAME_NOT_UNIQUE);
      f.constant("NAME_INVALID", NAME_INVALID);
      f.constant("UNSUPPORTED_FORMAT", UNSUPPORTED_FORMAT);
      f.constant("NO_RESOURCE", NO_RESOURCE);
      f.constant("NAMESPACE_INVALID", NAMESPACE_INVALID);
      f.constant("RESOURCE_PARSE_ERROR", RESOURCE_PARSE_ERROR);
      f.constant("MISSING_ASSETS", MISSING_ASSETS);
      f.constant("UNSUPPORTED_ASSETS", UNSUPPORTED_ASSETS);
      f.constant("INVALID_POSE", INVALID_POSE);
      f("result", &Response::result);
      f("entity_name", &Response::entity_name);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/DeleteEntity: removes an object.
struct DeleteEntity {
  static constexpr std::string_view kType = "simulation_interfaces/srv/DeleteEntity";
  // The name of the object.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/DeleteEntity_Request";
    std::string entity;

    static void describe(auto& f) { f("entity", &Request::entity); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/DeleteEntity_Response";
    Result result;

    static void describe(auto& f) { f("result", &Response::result); }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetEntities: lists objects.
struct GetEntities {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntities";
  // Which objects.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntities_Request";
    EntityFilters filters;

    static void describe(auto& f) { f("filters", &Request::filters); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome and the names.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntities_Response";
    Result result;
    std::vector<std::string> entities;

    static void describe(auto& f) {
      f("result", &Response::result);
      f("entities", &Response::entities);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

// simulation_interfaces/GetEntitiesStates: lists objects with their states.
struct GetEntitiesStates {
  static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntitiesStates";
  // Which objects.
  struct Request {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntitiesStates_Request";
    EntityFilters filters;

    static void describe(auto& f) { f("filters", &Request::filters); }
    friend bool operator==(const Request&, const Request&) = default;
  };
  // The outcome, the names, and one state a name.
  struct Response {
    static constexpr std::string_view kType = "simulation_interfaces/srv/GetEntitiesStates_Response";
    Result result;
    std::vector<std::string> entities;
    std::vector<EntityState> states;

    static void describe(auto& f) {
      f("result", &Response::result);
      f("entities", &Response::entities);
      f("states", &Response::states);
    }
    friend bool operator==(const Response&, const Response&) = default;
  };
};

}  // namespace gs::rosmsg::simulation_interfaces
