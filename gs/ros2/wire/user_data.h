// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// USER_DATA of participants and endpoints: "key=value;key=value;". ROS 2 stores the enclave, type hashes and the
// pairing of service endpoints there.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gs::ros2 {

// Parses user data. Parts that are not of the form "key=value;" are skipped, trailing NULs ignored.
std::map<std::string, std::string> parse_user_data(std::string_view text);

// User data of a participant and of a topic's endpoint.
std::string enclave_user_data(std::string_view enclave);  // "enclave=/;"
std::string type_hash_user_data(std::string_view hash);   // "typehash=RIHS01_...;"
// User data of a service endpoint: "serviceid=...;typehash=...;" for a server, "clientid=...;typehash=...;" for a
// client.
std::string service_user_data(std::string_view key, std::string_view id, std::string_view hash);

}  // namespace gs::ros2
