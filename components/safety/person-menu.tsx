"use client";

import { menuOnDemand } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { PersonMenuButton } from "./person-menu-button";

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
