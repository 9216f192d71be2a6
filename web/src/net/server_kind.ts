// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What kind of server the page comes from, asked on a connection of its own.
import { kSubprotocols, parseText } from "./protocol";
import { browserSocket, type MakeSocket } from "./session";

// A simulator that runs, a recorded run, or a folder with worlds, runs and builds.
export type ServerKind = "live" | "run" | "folder";

const kNoData = 1008;  // how a server of a folder closes connections for data (gs/web/studio)

// A server that cannot be reached counts as a simulator: the session then tells what is wrong and tries again.
export function askServerKind(url: string, makeSocket: MakeSocket = browserSocket): Promise<ServerKind> {
  return new Promise((resolve) => {
    let socket: ReturnType<MakeSocket>;
    try {
      socket = makeSocket(url, kSubprotocols);
    } catch {
      return resolve("live");
    }
    socket.binaryType = "arraybuffer";
    socket.onclose = ({ code }) => resolve(code === kNoData ? "folder" : "live");
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") return;
      try {
        const frame = parseText(data);
        if (frame.op !== "serverInfo") return;
        resolve(frame.capabilities.includes("playbackControl") ? "run" : "live");
      } catch {
        resolve("live");
      }
      socket.close();
    };
  });
}
