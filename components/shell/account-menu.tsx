import { menuOnDemand } from "./load-on-demand";
import type { Viewer } from "./viewer-context";
import { Avatar } from "@/components/ui/avatar";

export const AccountMenu = menuOnDemand<{ viewer: Viewer }>(
  () => import("./account-menu-open"),
  ({ viewer }, buttonProps) => (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label="Account menu"
      className="touch-target flex rounded-full"
      {...buttonProps}
    >
      <Avatar src={viewer.image} name={viewer.name} size={32} />
    </button>
  ),
);
