import { env } from "@/lib/infra/env";

/** Where an image is served, as an absolute URL. */
export function mediaUrl(id: string): string {
  return new URL(`/api/media/${id}`, env().siteUrl).href;
}
