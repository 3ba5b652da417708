import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

/** Whether one promise of a proof was kept. */
export function Verdict({ kept, yes, no }: { kept: boolean; yes: ReactNode; no: ReactNode }) {
  return (
    <li className={kept ? "flex gap-2.5 text-good" : "flex gap-2.5 text-bad"}>
      <Icon name={kept ? "circle-check" : "circle-x"} className="mt-[0.15em] size-[1.2em] shrink-0" />
      {kept ? yes : no}
    </li>
  );
}
