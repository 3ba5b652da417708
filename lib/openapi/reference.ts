import referenceText from "@/lib/generated/reference-data";
import { env } from "@/lib/infra/environment/env";
import type { ReferenceData } from "./reference-data";

let data: ReferenceData | undefined;

/** Returns what the pages of the API reference show, parsed once per process. */
export function reference(): ReferenceData {
  return (data ??= JSON.parse(referenceText(env().siteUrl)) as ReferenceData);
}
