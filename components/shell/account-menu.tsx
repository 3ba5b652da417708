"use client";

import { useState } from "react";
import { AccountButton } from "./account-button";
import { loadOnDemand, preload } from "./load-on-demand";
import type { Viewer } from "./viewer";

const load = () => import("./account-menu-open");
const OpenMenu = loadOnDemand(load);
const preloadMenu = preload(load);

/** The menu's code is loaded on hover or focus. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [wanted, setWanted] = useState(false);
  const waiting = (
    <AccountButton
      viewer={viewer}
      aria-expanded={wanted}
      onClick={() => setWanted(true)}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
    />
  );
  if (!wanted) return waiting;
  return <OpenMenu waiting={waiting} onMissing={() => setWanted(false)} viewer={viewer} />;
}
