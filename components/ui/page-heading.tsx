import type { ReactNode } from "react";

interface PageHeadingProps {
  title: string;
  children?: ReactNode;
  /** Buttons that belong to the whole page. */
  actions?: ReactNode;
}

export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
      <div className="min-w-0">
        <h1 className="text-35 wrap-anywhere">{title}</h1>
        {children && <div className="mt-2 max-w-prose text-balance text-muted">{children}</div>}
      </div>
      {actions && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
