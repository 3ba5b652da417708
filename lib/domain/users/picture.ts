import type { VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { avatarSvg } from "./avatar";
import { HANDLE } from "./rules";

/** The drawn picture of a handle, whether anybody has it or not. */
export async function drawPicture(_ctx: VisitorContext, { handle }: { handle: string }) {
  const seed = handle.toLowerCase();
  if (!HANDLE.pattern.test(seed)) throw notFound();
  return { contentType: "image/svg+xml", isPublic: true, bytes: new TextEncoder().encode(avatarSvg(seed)) };
}
