import { env } from "@/lib/infra/environment/env";

export const errorPageOf = (code: string): string => new URL(`/docs/errors/${code}`, env().siteUrl).href;
