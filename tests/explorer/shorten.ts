import type { Step } from "./acts";
import type { Finding } from "./walk";

/** How often a finding is repeated to make it shorter. */
const TRIES = 5;

/**
 * Leaves out steps that a finding does not need: first all before the page was loaded, then one part after another.
 * @param isFound whether these steps find it as well
 * @returns the finding with fewer steps; undefined if even all of them do not find it again
 */
export async function shorten(
  finding: Finding,
  isFound: (steps: Step[]) => Promise<boolean>,
): Promise<Finding | undefined> {
  let { steps } = finding;
  let tries = TRIES;
  const takes = async (fewer: Step[]) => {
    if (fewer.length === steps.length || tries-- <= 0 || !(await isFound(fewer))) return false;
    steps = fewer;
    return true;
  };
  const loaded = steps.findLastIndex(({ act }) => act.kind === "open");
  if (!(loaded > 0 && (await takes(steps.slice(loaded)))) && !(await isFound(steps))) return undefined;
  for (let size = Math.ceil(steps.length / 2); size >= 1 && tries > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at + size < steps.length && tries > 0;)
      if (!(await takes([...steps.slice(0, at), ...steps.slice(at + size)]))) at += size;
  return { ...finding, steps };
}
