"use client";

import { lazy, Suspense, useState } from "react";
import { AccountButton } from "./account-button";
import type { Viewer } from "./viewer";

const load = () => import("./account-menu-open");
const OpenMenu = lazy(load);

/** The menu's machinery is fetched when a hand comes near, not with the page. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [wanted, setWanted] = useState(false);
  const waiting = <AccountButton viewer={viewer} aria-expanded={wanted} onClick={() => setWanted(true)} onPointerEnter={load} onFocus={load} />;
  if (!wanted) return waiting;
  return <Suspense fallback={waiting}><OpenMenu viewer={viewer} /></Suspense>;
}
