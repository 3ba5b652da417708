import { env } from "@/lib/infra/env";

/** Returns the absolute URL of an image. */
export function mediaUrl(id: string): string {
  return new URL(`/api/media/${id}`, env().siteUrl).href;
}
