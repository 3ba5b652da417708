import { type Context, write } from "@/lib/domain/context";

/** Forgets what others did to an account that is closed for good. */
export async function deleteToldActs(tx: Context): Promise<void> {
  await write(tx, "incoming.forget")`DELETE FROM "IncomingAct" WHERE "userId" = ${tx.actor.id}`;
}
