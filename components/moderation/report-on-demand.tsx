"use client";

import { loadOnDemand } from "@/components/shell/load-on-demand";

/** The report dialog, whose code is loaded when somebody asks for it. */
export const ReportOnDemand = loadOnDemand(() => import("./report-dialog"));
