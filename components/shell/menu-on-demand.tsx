"use client";

import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { loadOnDemand, preload } from "./load-on-demand";

type ButtonProps = Pick<ComponentProps<"button">, "aria-expanded" | "onClick" | "onPointerEnter" | "onFocus">;

/**
 * A menu whose code is loaded on hover or focus of its button, and which opens once it is loaded. `load` imports the
 * menu with its button, as `defaultOpen`; `button` is shown until then.
 */
export function menuOnDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  button: (props: Props, buttonProps: ButtonProps) => ReactNode,
) {
  const OpenMenu = loadOnDemand(load);
  const preloadMenu = preload(load);

  return function MenuOnDemand(props: Props) {
    const [wanted, setWanted] = useState(false);
    const waiting = button(props, {
      "aria-expanded": wanted,
      onClick: () => setWanted(true),
      onPointerEnter: preloadMenu,
      onFocus: preloadMenu,
    });
    if (!wanted) return waiting;
    return <OpenMenu waiting={waiting} onClose={() => setWanted(false)} {...props} />;
  };
}
