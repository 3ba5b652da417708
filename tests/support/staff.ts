import { database } from "@/lib/infra/database/db";
import type { Role } from "@/lib/infra/prisma/enums";
import type { Member } from "./member";

/** Gives somebody a role, as `npm run user` does. */
export async function makeStaff({ handle }: Member, role: Role = "MODERATOR"): Promise<void> {
  await database().prisma.user.update({ where: { handle }, data: { role }, select: { id: true } });
}
