import clsx from "clsx";
import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";

interface EmptyStateProps {
  title: string;
  /** Within a sheet, without a frame of its own. */
  bare?: boolean;
  children?: ReactNode;
  icon?: IconName;
  /** The page to go to instead. */
  next?: { href: string; label: string } | false;
  /** The next step, if it is not a single link. */
  action?: ReactNode;
}

export function EmptyState({ title, bare = false, children, icon, next, action }: EmptyStateProps) {
  return (
    <section
      className={clsx("px-6 py-14 text-center", bare ? "pegs" : "relative isolate rounded-card border border-line")}
    >
      {!bare && (
        <div
          aria-hidden
          className="absolute inset-0 -z-10 rounded-card pegs [mask-image:radial-gradient(closest-side,transparent_50%,black)]"
        />
      )}
      {icon && (
        <div
          aria-hidden
          className="mx-auto mb-5 grid size-14 place-items-center rounded-full border border-line bg-surface text-brand [&>svg]:size-6"
        >
          <Icon name={icon} />
        </div>
      )}
      <h2 className="text-21">{title}</h2>
      {children && <div className="mx-auto mt-2 max-w-sm text-balance text-muted">{children}</div>}
      {(next || action) && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {next && (
            <LinkButton href={next.href} variant="primary">
              {next.label}
            </LinkButton>
          )}
          {action}
        </div>
      )}
    </section>
  );
}
