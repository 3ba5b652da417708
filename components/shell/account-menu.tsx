import { menuOnDemand } from "./load-on-demand";
import type { Viewer } from "./viewer-context";
import { AccountButton } from "./account-menu-button";

export const AccountMenu = menuOnDemand<{ viewer: Viewer }>(
  () => import("./account-menu-open"),
  ({ viewer }, buttonProps) => <AccountButton viewer={viewer} {...buttonProps} />,
);
