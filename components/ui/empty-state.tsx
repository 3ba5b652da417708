import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  /** The next step, as a button or link. */
  action?: ReactNode;
}

/** An empty page or list: why, and what to do about it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <section className="relative isolate rounded-card border border-line px-6 py-14 text-center">
      <div
        aria-hidden
        className="absolute inset-0 -z-10 rounded-card pegs [mask-image:radial-gradient(closest-side,transparent_50%,black)]"
      />
      {icon && (
        <div
          aria-hidden
          className="mx-auto mb-5 grid size-14 place-items-center rounded-full border border-line bg-surface text-brand [&>svg]:size-6"
        >
          {icon}
        </div>
      )}
      <h2 className="text-21">{title}</h2>
      {children && <div className="mx-auto mt-2 max-w-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </section>
  );
}
