// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/node.h"

namespace gs::ros2 {
namespace {

using namespace rosmsg::rcl_interfaces;

// Adds service ~/name to `out`.
template <class S>
Result<void> add(Node& node, const char* name, std::vector<std::unique_ptr<Service>>& out,
                 std::function<typename S::Response(const typename S::Request&)> serve) {
  GS_TRY(auto service, node.serve<S>(std::string("~/") + name, std::move(serve), qos::kParameters));
  out.push_back(std::move(service));
  return {};
}

// The results of `make` for the elements of a list.
template <class T, class Make>
auto each(const std::vector<T>& list, const Make& make) {
  std::vector<decltype(make(list[0]))> out;
  for (const T& element : list) out.push_back(make(element));
  return out;
}

}  // namespace

Result<std::vector<std::unique_ptr<Service>>> serve_parameters(Node& node) {
  // The six services of rcl_interfaces. An unknown name gives a value of type NOT_SET, and a description that
  // holds the name alone.
  Parameters& parameters = node.parameters();
  std::vector<std::unique_ptr<Service>> out;
  const auto value = [&parameters](const std::string& name) { return parameters.get(name).value_or(ParameterValue{}); };
  const auto type = [value](const std::string& name) { return value(name).type; };
  const auto set = [&parameters](const Parameter& parameter) { return parameters.set({parameter}); };
  const auto description = [&parameters](const std::string& name) {
    ParameterDescriptor unknown;
    unknown.name = name;
    return parameters.describe(name).value_or(unknown);
  };
  GS_CHECK(add<GetParameters>(node, "get_parameters", out, [value](const auto& request) {
    return GetParameters::Response{each(request.names, value)};
  }));
  GS_CHECK(add<GetParameterTypes>(node, "get_parameter_types", out, [type](const auto& request) {
    return GetParameterTypes::Response{each(request.names, type)};
  }));
  GS_CHECK(add<SetParameters>(node, "set_parameters", out, [set](const auto& request) {
    return SetParameters::Response{each(request.parameters, set)};
  }));
  GS_CHECK(add<SetParametersAtomically>(node, "set_parameters_atomically", out, [&parameters](const auto& request) {
    return SetParametersAtomically::Response{parameters.set(request.parameters)};
  }));
  GS_CHECK(add<DescribeParameters>(node, "describe_parameters", out, [description](const auto& request) {
    return DescribeParameters::Response{each(request.names, description)};
  }));
  GS_CHECK(add<ListParameters>(node, "list_parameters", out, [&parameters](const auto& request) {
    return ListParameters::Response{parameters.list(request.prefixes, request.depth)};
  }));
  return out;
}

}  // namespace gs::ros2
