import { env } from "@/lib/infra/environment/env";

/** Returns the address of the page about an error code, which shows how it comes about and what to do. */
export const errorPageOf = (code: string): string => new URL(`/docs/errors/${code}`, env().siteUrl).href;
