import { database } from "@/lib/infra/database/db";
import type { Member } from "./member";

/** Lets somebody write the blog and the news, as `npm run user` does. */
export async function makeEditor({ handle }: Member): Promise<void> {
  await database().prisma.user.update({ where: { handle }, data: { role: "EDITOR" }, select: { id: true } });
}
