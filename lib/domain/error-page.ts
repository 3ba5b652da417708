import { env } from "@/lib/infra/environment/env";

/** Returns the URL of the page about an error code, which explains its cause and what to do. */
export const errorPageOf = (code: string): string => new URL(`/docs/errors/${code}`, env().siteUrl).href;
