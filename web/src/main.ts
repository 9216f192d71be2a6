// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Start of the page.
import "./style.css";

// The token is in a cookie now; it does not stay in the address, where it would be copied and bookmarked.
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname);
