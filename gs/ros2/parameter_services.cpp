// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/node.h"

namespace gs::ros2 {
namespace {

using namespace rosmsg::rcl_interfaces;

// Adds service ~/name to `out`.
template <class S>
Result<void> add(Node& node, const char* name, std::function<typename S::Response(const typename S::Request&)> serve,
                 std::vector<std::unique_ptr<Service>>& out) {
  GS_TRY(auto service, node.serve<S>(std::string("~/") + name, std::move(serve), qos::kParameters));
  out.push_back(std::move(service));
  return {};
}

}  // namespace

Result<std::vector<std::unique_ptr<Service>>> serve_parameters(Node& node) {
  Parameters& parameters = node.parameters();
  std::vector<std::unique_ptr<Service>> out;
  GS_CHECK(add<GetParameters>(
      node, "get_parameters",
      [&parameters](const GetParameters::Request& request) {
        GetParameters::Response response;
        for (const std::string& name : request.names)
          response.values.push_back(parameters.get(name).value_or(rosmsg::rcl_interfaces::ParameterValue{}));
        return response;
      },
      out));
  GS_CHECK(add<GetParameterTypes>(
      node, "get_parameter_types",
      [&parameters](const GetParameterTypes::Request& request) {
        GetParameterTypes::Response response;
        for (const std::string& name : request.names)
          response.types.push_back(parameters.get(name).value_or(rosmsg::rcl_interfaces::ParameterValue{}).type);
        return response;
      },
      out));
  GS_CHECK(add<SetParameters>(
      node, "set_parameters",
      [&parameters](const SetParameters::Request& request) {
        SetParameters::Response response;
        for (const Parameter& parameter : request.parameters) response.results.push_back(parameters.set({parameter}));
        return response;
      },
      out));
  GS_CHECK(add<SetParametersAtomically>(
      node, "set_parameters_atomically",
      [&parameters](const SetParametersAtomically::Request& request) {
        return SetParametersAtomically::Response{parameters.set(request.parameters)};
      },
      out));
  GS_CHECK(add<DescribeParameters>(
      node, "describe_parameters",
      [&parameters](const DescribeParameters::Request& request) {
        DescribeParameters::Response response;
        for (const std::string& name : request.names) {
          rosmsg::rcl_interfaces::ParameterDescriptor unknown;
          unknown.name = name;
          response.descriptors.push_back(parameters.describe(name).value_or(unknown));
        }
        return response;
      },
      out));
  GS_CHECK(add<ListParameters>(
      node, "list_parameters",
      [&parameters](const ListParameters::Request& request) {
        return ListParameters::Response{parameters.list(request.prefixes, request.depth)};
      },
      out));
  return out;
}

}  // namespace gs::ros2
