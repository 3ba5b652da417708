import { database } from "@/lib/infra/database/db";
import type { Role } from "@/lib/infra/prisma/enums";
import type { Member } from "./member";

/** Gives a member a role, like `npm run user`. */
export async function makeStaff({ handle }: Member, role: Role = "MODERATOR"): Promise<void> {
  await database().prisma.user.update({ where: { handle }, data: { role }, select: { id: true } });
}
