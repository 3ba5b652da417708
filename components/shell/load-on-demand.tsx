import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState, type ComponentProps } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call-error";

interface OnDemandProps {
  /** Shown until it has loaded. */
  waiting?: ReactNode;
  /** Also called when loading failed, after a toast was shown. */
  onClose: () => void;
}

/** A component whose code is loaded on demand. `React.lazy` would crash the page when that fails, and never retry. */
export function loadOnDemand<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let kept: ComponentType<Props> | undefined;

  return function Fetched({ waiting, ...props }: OnDemandProps & Props) {
    const [Part, setPart] = useState(() => kept);
    const close = useEffectEvent(props.onClose);
    useEffect(() => {
      if (kept) return;
      let wanted = true;
      load().then(
        (module) => {
          kept = module.default;
          if (wanted) setPart(() => module.default);
        },
        () => {
          if (!wanted) return;
          toastStore.add({ text: navigator.onLine ? UNREACHED : OFFLINE, tone: "bad" });
          close();
        },
      );
      return () => void (wanted = false);
    }, []);
    return Part ? <Part {...(props as unknown as Props)} /> : waiting;
  };
}

/** Starts loading early, on hover or focus; failures matter only on use. */
export function preload(load: () => Promise<unknown>) {
  return () => void load().catch(() => undefined);
}

const UNREACHED = "That didn’t load. Try again, or reload the page.";

type ButtonProps = Pick<ComponentProps<"button">, "aria-expanded" | "onClick" | "onPointerEnter" | "onFocus">;

/** What an opened menu is given besides its props: the button that it hangs from. */
export interface OpenMenuProps {
  trigger: ReactNode;
}

/** A menu whose code is loaded on hover or focus of its button, and which opens (`defaultOpen`) once it is loaded. */
export function menuOnDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props & OpenMenuProps> }>,
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
    return <OpenMenu waiting={waiting} onClose={() => setWanted(false)} trigger={button(props, {})} {...props} />;
  };
}
