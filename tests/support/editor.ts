import { database } from "@/lib/infra/database/db";
import type { Member } from "./member";

/** Makes a member an editor of the blog and the news, like `npm run user`. */
export async function makeEditor({ handle }: Member): Promise<void> {
  await database().prisma.user.update({ where: { handle }, data: { role: "EDITOR" }, select: { id: true } });
}
