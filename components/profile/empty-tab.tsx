import type { ReactNode } from "react";

interface EmptyTabProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** The empty state of a profile's tab. */
export function EmptyTab({ icon, title, children, action }: EmptyTabProps) {
  return (
    <section className="pegs px-6 py-14 text-center">
      <div
        aria-hidden
        className="mx-auto mb-4 grid size-14 place-items-center rounded-full border border-line bg-surface text-brand [&>svg]:size-6"
      >
        {icon}
      </div>
      <h2 className="text-21">{title}</h2>
      <p className="mx-auto mt-1.5 max-w-sm text-balance text-muted">{children}</p>
      {action && <div className="mt-5 flex justify-center">{action}</div>}
    </section>
  );
}
