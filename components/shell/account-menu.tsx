"use client";

import { AccountButton } from "./account-button";
import { menuOnDemand } from "./menu-on-demand";
import type { Viewer } from "./viewer";

export const AccountMenu = menuOnDemand<{ viewer: Viewer }>(
  () => import("./account-menu-open"),
  ({ viewer }, buttonProps) => <AccountButton viewer={viewer} {...buttonProps} />,
);
