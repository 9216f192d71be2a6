// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Light and dark: the system's choice, until the user makes another.
const kKey = "gs.theme";

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function restoreTheme(): void {
  const stored = localStorage.getItem(kKey);
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
}

export function switchTheme(): void {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem(kKey, next);
}
