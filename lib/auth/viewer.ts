import { getViewer, type Viewer } from "@/lib/domain/users/viewer";
import { isMember, visitorContext } from "./page-context";

/** Returns the signed-in viewer of a page, or null for a visitor. */
export async function currentViewer(): Promise<Viewer | null> {
  const ctx = await visitorContext();
  return isMember(ctx) ? getViewer(ctx) : null;
}
