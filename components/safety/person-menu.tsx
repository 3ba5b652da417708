"use client";

import { menuOnDemand } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { PersonMenuProps } from "./person-menu-open";

const MenuOnDemand = menuOnDemand<PersonMenuProps>(
  () => import("./person-menu-open"),
  ({ person }, buttonProps) => (
    <Button aria-label={`More about @${person.handle}`} aria-haspopup="menu" className="px-3!" {...buttonProps}>
      <Icon name="ellipsis" />
    </Button>
  ),
);

export function PersonMenu(props: PersonMenuProps) {
  return useViewer() && <MenuOnDemand {...props} />;
}
