import clsx from "clsx";
import { Icon } from "./icon";
import type { ReactNode } from "react";

export function ErrorNote({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className={clsx(
        "flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft px-3.5 py-2.5 text-bad",
        className,
      )}
    >
      <Icon name="circle-exclamation-point" className="mt-[0.2em] size-[1.15em] shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
