import type { ReactNode } from "react";

/** For a page that is looked at rather than read: it gets the whole width beside the left rail. */
export function Wide({ children }: { children: ReactNode }) {
  return <div data-wide="">{children}</div>;
}
