// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/registry.h"

#include <map>

#include "gs/rosmsg/field_list.h"
#include "gs/rosmsg/messages/all.h"
#include "gs/rosmsg/messages/service_msgs.h"

namespace gs::rosmsg {
namespace {

// Filled once, on first use, from the type lists of messages/all.h.
struct Registry {
  std::vector<const MessageType*> messages;
  std::vector<ServiceType> services;
  std::map<std::string_view, const MessageType*> by_name;
};

template <class... M>
void add_messages(Registry& to, TypeList<M...>) {
  (to.messages.push_back(&type_of<M>()), ...);
}

template <class S>
ServiceType service_type() {
  return {.name = S::kType,
          .whole = &type_of<service_msgs::Whole<S>>(),
          .request = &type_of<typename S::Request>(),
          .response = &type_of<typename S::Response>(),
          .event = &type_of<service_msgs::Event<S>>()};
}

template <class... S>
void add_services(Registry& to, TypeList<S...>) {
  (to.services.push_back(service_type<S>()), ...);
}

const Registry& registry() {
  static const Registry made = [] {
    Registry r;
    add_messages(r, AllMessages{});
    add_services(r, AllServices{});
    for (const MessageType* type : r.messages) r.by_name[type->name] = type;
    for (const ServiceType& service : r.services) {
      for (const MessageType* type : {service.request, service.response, service.event}) r.by_name[type->name] = type;
    }
    return r;
  }();
  return made;
}

}  // namespace

const MessageType* find_message_type(std::string_view name) {
  const auto found = registry().by_name.find(ros2_type_name(name));
  return found == registry().by_name.end() ? nullptr : found->second;
}

const ServiceType* find_service_type(std::string_view name) {
  for (const ServiceType& service : registry().services) {
    if (service.name == name) return &service;
  }
  return nullptr;
}

std::span<const MessageType* const> all_message_types() { return registry().messages; }
std::span<const ServiceType> all_service_types() { return registry().services; }

}  // namespace gs::rosmsg
