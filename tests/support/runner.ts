import { endWithParent } from "@/scripts/tools/end-with-parent";

/** Lets no runner go on after `npm test` was killed. */
export function setup(): void {
  endWithParent();
}
