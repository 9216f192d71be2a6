// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The camera that the address of the page asks for: #at=x,y,z,yaw,pitch,field_of_view (map [m], degrees).

// The numbers of "#at=..."; null if there are none.
export function cameraOfAddress(hash: string): number[] | null {
  const numbers = /^#at=(.*)$/.exec(hash)?.[1]?.split(",").map(Number) ?? [];
  return numbers.length === 6 && numbers.every(Number.isFinite) && numbers[5] > 0 && numbers[5] < 180 ? numbers : null;
}
