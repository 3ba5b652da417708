"use client";

import { Icon } from "@/components/ui/icon";
import type { ComponentProps } from "react";
import { menuOnDemand } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";

export interface PersonMenuProps {
  person: { id: string; handle: string };
  muted: boolean;
}

const MenuOnDemand = menuOnDemand<PersonMenuProps>(
  () => import("./person-menu-open"),
  ({ person }, buttonProps) => <PersonMenuButton handle={person.handle} {...buttonProps} />,
);

export function PersonMenu(props: PersonMenuProps) {
  return useViewer() && <MenuOnDemand {...props} />;
}

export function PersonMenuButton({ handle, ...rest }: ComponentProps<"button"> & { handle: string }) {
  return (
    <Button aria-label={`More about @${handle}`} aria-haspopup="menu" className="px-3!" {...rest}>
      <Icon name="ellipsis" />
    </Button>
  );
}
