"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { PAGE_ACCOUNT } from "@/lib/client/page-account";
import type { Viewer as AccountViewer } from "@/lib/domain/accounts/users/viewer";

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  useReloadFor(viewer?.id);
  return (
    <ViewerContext value={viewer}>
      {viewer && <meta name={PAGE_ACCOUNT} content={viewer.id} />}
      {children}
    </ViewerContext>
  );
}

/** The signed-in person, or null for a visitor. */
export function useViewer() {
  return useContext(ViewerContext);
}

/** Reloads when a refresh shows another account: forms and stores still hold what the first one typed and did. */
function useReloadFor(id: string | undefined) {
  const first = useRef(id);
  useEffect(() => {
    if (first.current === undefined) first.current = id;
    else if (id !== undefined && id !== first.current) location.reload();
  }, [id]);
}

/** The signed-in user, without what only the layout needs. */
export type Viewer = Omit<AccountViewer, "handleChosen" | "dismissedAnnouncements" | "mustVerifyEmail">;
