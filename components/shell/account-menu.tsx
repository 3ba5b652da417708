"use client";

import { useState } from "react";
import { AccountButton } from "./account-button";
import { fetched, fetchEarly } from "./fetched";
import type { Viewer } from "./viewer";

const load = () => import("./account-menu-open");
const OpenMenu = fetched(load);
const loadEarly = fetchEarly(load);

/** The menu's machinery is fetched when a hand comes near, not with the page. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [wanted, setWanted] = useState(false);
  const waiting = (
    <AccountButton
      viewer={viewer}
      aria-expanded={wanted}
      onClick={() => setWanted(true)}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
    />
  );
  if (!wanted) return waiting;
  return <OpenMenu waiting={waiting} onMissing={() => setWanted(false)} viewer={viewer} />;
}
