"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Viewer } from "./viewer";

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** The signed-in person, or null for a visitor. */
export function useViewer() {
  return useContext(ViewerContext);
}
