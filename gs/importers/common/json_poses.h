// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Numbers, quaternions and poses in the JSON files of data sets. Quaternions are w x y z there.
#pragma once

#include <string_view>

#include "gs/core/json/node.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers {

// A finite number. `name` appears in errors. Errors: invalid_data.
Result<double> finite_number(const Node& node, std::string_view name);
// The quaternion of these numbers, normalised. Errors: invalid_data if its norm is not 1 within 2 %.
Result<Quaterniond> unit_quaternion(double w, double x, double y, double z, std::string_view name);
// A list of three numbers, and one of four: a vector and a rotation.
Result<Vec3d> vector_of(const Node& list, std::string_view name);
Result<Quaterniond> quaternion_of(const Node& list, std::string_view name);

}  // namespace gs::importers
