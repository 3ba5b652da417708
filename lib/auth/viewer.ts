import { createContext } from "@/lib/domain/context";
import { getViewer, type Viewer } from "@/lib/domain/users/viewer";
import { currentActor } from "./current";

/** Returns the signed-in viewer of a page, or null for a visitor. */
export async function currentViewer(): Promise<Viewer | null> {
  const actor = await currentActor();
  return actor && getViewer(createContext({ actor, channel: "session", readsReplica: "fallback" }));
}
