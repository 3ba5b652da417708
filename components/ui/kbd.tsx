import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-[1.6em] min-w-[1.6em] place-items-center rounded-[4px] border border-b-2 border-line bg-surface px-1 font-mono text-[0.8em] text-muted">
      {children}
    </kbd>
  );
}
