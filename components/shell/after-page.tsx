"use client";

import { loadAfterPage } from "./load-after-page";

/**
 * What a page can be read without: live counts, toasts, shortcuts, what keeps the focus, what is said without a
 * connection. Not loaded on demand, because some of it is needed when nothing can be loaded any more.
 */
export const AfterPage = loadAfterPage(() => import("./after-page-parts"));
