import { endWithParent } from "@/lib/infra/process/processes";

/** Ends the runner if `npm test` is killed. */
export function setup(): void {
  endWithParent();
}
