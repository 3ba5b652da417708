import { render } from "@/lib/domain/writing/markdown/rendering";
import { DOCUMENT_LIMITS, type Excess } from "@/lib/domain/writing/markdown/rules";
import { env } from "@/lib/infra/environment/env";
import { faultsOf } from "./safe-html";

/** A document's outcome: rendered, or the limit that rejected it. */
export type Verdict = "rendered" | Excess;

/** @throws when a document is neither rejected by a limit nor rendered to safe HTML within the limits */
export async function judge(source: string, owner = "fuzzer"): Promise<Verdict> {
  const { html, exceeded } = await render({ source, title: "a" }, { owner });
  if (exceeded !== undefined) return exceeded;
  const faults = faultsOf(html, env().siteUrl);
  if (html.length > DOCUMENT_LIMITS.htmlLength) faults.push(`${html.length} characters`);
  if (faults.length > 0)
    throw new Error(`${faults.slice(0, 5).join("; ")} of ${JSON.stringify(source).slice(0, 2000)}`);
  return "rendered";
}
