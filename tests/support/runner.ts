import { endWithParent } from "@/scripts/tools/end-with-parent";

/** Ends the runner if `npm test` is killed. */
export function setup(): void {
  endWithParent();
}
