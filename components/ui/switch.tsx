import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role" | "children"> & { label: ReactNode; hint?: ReactNode };

/** Takes effect at once; what waits for a button is a Checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label
      className={clsx(
        "flex items-start justify-between gap-6 has-disabled:opacity-55 pointer-coarse:min-h-11 pointer-coarse:py-2",
        className,
      )}
    >
      <span>
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-13 text-muted">{hint}</span>}
      </span>
      <span className="relative inline-block h-6 w-10 shrink-0">
        <input
          type="checkbox"
          role="switch"
          className="peer absolute inset-0 m-0 appearance-none rounded-full border border-edge bg-hover transition-colors checked:border-brand checked:bg-brand"
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-muted transition-[translate,background-color] peer-checked:translate-x-4 peer-checked:bg-brand-ink"
        />
      </span>
    </label>
  );
}
