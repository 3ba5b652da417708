import { env } from "@/lib/infra/environment/env";
import { IMAGE_PATH } from "./rules";

/** Returns the absolute URL of an image. */
export function mediaUrl(id: string): string {
  return new URL(`${IMAGE_PATH}${id}`, env().siteUrl).href;
}
