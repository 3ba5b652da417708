import type { ReactNode } from "react";

/** For pages that need the whole width beside the left rail. */
export function Wide({ children }: { children: ReactNode }) {
  return <div data-wide="">{children}</div>;
}
