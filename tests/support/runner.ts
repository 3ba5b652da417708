import { endWithParent } from "@/scripts/tools/processes";

/** Ends the runner if `npm test` is killed. */
export function setup(): void {
  endWithParent();
}
