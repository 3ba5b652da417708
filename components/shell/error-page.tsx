import type { ReactNode } from "react";
import { StuckBall } from "./stuck-ball";

/** The page for errors: what happened, and where to go. */
export function ErrorPage({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-h-[70dvh] grid-cols-[minmax(0,1fr)] place-items-center px-2 py-12 text-center">
      <div className="max-w-full">
        <StuckBall />
        <h1 className="mt-8 text-35">{title}</h1>
        <div className="mx-auto mt-3 max-w-sm text-balance text-muted">{children}</div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
      </div>
    </section>
  );
}
