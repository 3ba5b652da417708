import { createContext } from "@/lib/domain/context";
import { getViewer, type Viewer } from "@/lib/domain/users/viewer";
import { currentActor } from "./current";

/** Whoever looks at the page, or null for a visitor. */
export async function currentViewer(): Promise<Viewer | null> {
  const actor = await currentActor();
  return actor && getViewer(createContext({ actor, door: "app" }));
}
