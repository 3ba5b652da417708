import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/icon";
import { Button } from "@/components/ui/button";

export function PersonMenuButton({ handle, ...rest }: ComponentProps<"button"> & { handle: string }) {
  return (
    <Button aria-label={`More about @${handle}`} aria-haspopup="menu" className="px-3!" {...rest}>
      <Icon name="ellipsis" />
    </Button>
  );
}
