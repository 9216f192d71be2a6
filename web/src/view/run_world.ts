// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The surroundings in which a recorded run is shown: an empty ground. A recording has no Gaussians, no map and no size of the
// vehicle.
import { decodeVehicleState } from "../net/messages";
import type { Session } from "../net/session";
import type { WorldFile } from "./world_file";

const kPatienceMs = 2000;  // for the first pose of the vehicle

export function emptyWorld(pose: WorldFile["pose"]): WorldFile {
  return {
    scene: "recorded run",
    pose,
    vehicle: { front: 3.8, rear: 1, width: 1.9, height: 1.5 },  // of a usual car [m]
    rendering: { antialiasing: false, low_pass_px2: null, background: [0.07, 0.09, 0.12], quaternion_order: null, has_color_correction: false },
    heightmap: { width: 0, height: 0, resolution: 1, origin: [0, 0, 0] },
    path: [],
    files: {},
  };
}

// The first pose of the vehicle that the recording gives; after 2 s without one, the origin of map.
export function firstPose(session: Session): Promise<WorldFile["pose"]> {
  return new Promise((resolve) => {
    const finish = (pose: WorldFile["pose"]) => {
      clearTimeout(timer);
      resolve(pose);
      queueMicrotask(() => end());
    };
    const timer = setTimeout(() => finish([0, 0, 0, 0, 0, 0, 1]), kPatienceMs);
    const end = session.subscribe("/vehicle/state", (bytes) => {
      const { position: p, orientation: q } = decodeVehicleState(bytes).pose;
      finish([p.x, p.y, p.z, q.x, q.y, q.z, q.w]);
    });
  });
}
