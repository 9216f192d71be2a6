// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The settings that each build step reads, and no others, as one text per step. The text is part of the key of the
// step: when it changes, the step runs again. Private to the pipeline.
#pragma once

#include <string>

#include "gs/builder/pipeline.h"

namespace gs::builder {

// Settings of one step of the request; only for comparison with the text of an earlier build.
std::string ingest_settings(const BuildRequest& request);
std::string calibration_settings(const BuildRequest& request);
std::string geometry_settings(const BuildRequest& request);
std::string actor_settings(const BuildRequest& request);
std::string dataset_settings(const BuildRequest& request);
std::string training_settings(const BuildRequest& request);
std::string export_settings(const BuildRequest& request);
std::string pack_settings(const BuildRequest& request);

}  // namespace gs::builder
