import { type Context, createContext } from "@/lib/domain/kernel/context";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import type { SubjectType } from "@/lib/domain/people/moderation/rules";
import { database } from "@/lib/infra/database/db";
import type { Role } from "@/lib/infra/prisma/enums";
import { newPerson } from "@/tests/support/people";

/** A staff member who has just signed in. */
export async function newStaff(role: Role = "MODERATOR", name = "Mo"): Promise<Context> {
  const person = await newPerson({ name });
  await database().prisma.user.update({ where: { id: person.actor.id }, data: { role } });
  return { ...person, actor: { ...person.actor, role }, session: { id: "ses_staff", provenAt: person.now } };
}

/** Reports something in somebody's name, by default a stranger's, and returns the report's id. */
export async function reported(type: SubjectType, id: string, by?: Context): Promise<string> {
  return (await fileReport(by ?? (await newPerson()), { subject: { type, id }, reason: "spam" })).id;
}

/** The same account as its next request reads it. */
export async function again(person: Context): Promise<Context> {
  const { id, handle, name, image, role, tier, limitedAt } = await database().prisma.user.findUniqueOrThrow({
    where: { id: person.actor.id },
  });
  const actor = { id, handle, name, image, role, tier, limited: limitedAt !== null };
  return createContext({ actor, channel: person.channel });
}

export function stored(id: string) {
  return database().prisma.user.findUniqueOrThrow({ where: { id } });
}
