// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Start of the page: the shell at once, the view and its libraries when they have arrived.
import "./style.css";
import { startShell } from "./shell/shell";

// The token is in a cookie now; it does not stay in the address, where it would be copied and bookmarked.
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname + location.hash);
void startShell();
