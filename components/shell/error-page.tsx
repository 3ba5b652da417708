import type { ReactNode } from "react";

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

/** The pegs are the dots of dotted lines: every page loads this drawing, in case it fails. */
const PEGS = "M42 18h113M28 46h141M42 74h113M28 102h141M42 130h113";

function StuckBall() {
  return (
    <svg viewBox="0 0 196 148" aria-hidden className="mx-auto w-56 max-w-full">
      <path d={PEGS} strokeWidth="8" strokeLinecap="round" strokeDasharray="0 28" className="stroke-line" />
      <circle cx="112" cy="70" r="10.5" className="fill-brand" />
      <circle cx="108.5" cy="66.5" r="2.6" className="fill-wood-ink/70" />
    </svg>
  );
}
