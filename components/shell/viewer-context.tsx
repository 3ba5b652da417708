"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Viewer } from "./viewer";

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

/** Whoever is signed in, for the leaves that act differently for visitors. */
export function useViewer() {
  return useContext(ViewerContext);
}
