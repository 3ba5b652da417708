import clsx from "clsx";
import { Icon } from "./icon";
import type { ComponentProps, ReactNode } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  label: ReactNode;
  hint?: ReactNode;
  /** For one in a table, whose row and column show what it is about. */
  hideLabel?: boolean;
};

export function Checkbox({ label, hint, hideLabel = false, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={clsx(
        hideLabel ? "grid place-items-center" : "grid grid-cols-[auto_1fr] gap-x-2.5",
        "has-disabled:opacity-55 pointer-coarse:min-h-11 pointer-coarse:py-2",
        className,
      )}
    >
      <span className="relative mt-[0.16em] inline-grid size-[1.15em] place-items-center">
        <input
          type="checkbox"
          className="peer absolute inset-0 m-0 appearance-none rounded-[4px] border border-edge bg-surface transition-colors checked:border-brand checked:bg-brand hover:border-ink/70"
          {...rest}
        />
        <Icon
          name="check"
          className="pointer-events-none relative size-3 scale-50 [stroke-width:3.5] text-brand-ink opacity-0 transition-[scale,opacity] peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <span className={hideLabel ? "sr-only" : undefined}>
        {label}
        {hint && <span className="block text-13 text-muted">{hint}</span>}
      </span>
    </label>
  );
}
