// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Making elements. Text enters the page as text only.
export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const out = document.createElement(name);
  if (className) out.className = className;
  if (text) out.textContent = text;
  return out;
}

export function button(text: string, label: string, pressed: () => void): HTMLButtonElement {
  const out = element("button", "", text);
  out.type = "button";
  out.setAttribute("aria-label", label);
  out.title = label;
  out.addEventListener("click", pressed);
  return out;
}

// The element of index.html with this id.
export function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element ${id}`);
  return found;
}

// Where keys are text and not commands. A checkbox takes no text.
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || (target instanceof HTMLInputElement && target.type === "checkbox")) return false;
  return target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}
