import { actAs, type Actor, createContext, idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { issueKey } from "@/lib/domain/keys/commands";
import { SCOPE_NAMES } from "@/lib/domain/keys/scopes";
import { inSandbox, type SandboxScope } from "@/lib/infra/sandbox/scope";
import { type OpenSandbox, setClock } from "./entering";
import { randomOf } from "./randomness";
import { CAST, MEMBERS_FOR_MS } from "./rules";

export interface Seeded {
  /** The owner comes first. */
  people: { id: string; handle: string; name: string; key: string }[];
}

type Member = Pick<Actor, "handle" | "name" | "role" | "tier">;

/** Fills a new database: its owner under the same name, some people to act with, and a key for each of them. */
export async function seedPeople(
  live: VisitorContext,
  open: SandboxScope,
  sandbox: OpenSandbox,
  startsAt: Date,
): Promise<Seeded> {
  const owner = await ownerOf(live, sandbox.id);
  await setClock(open, startsAt);
  // The people and their keys are the same after each reset, whatever its seed.
  const scope = { ...open, now: startsAt, random: randomOf(sandbox, "keys") };
  return inSandbox(scope, async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    const people = [];
    for (const member of [owner, ...CAST.map((person) => asMember(person, owner))])
      people.push(await addMember(ctx, member));
    return { people };
  });
}

async function ownerOf({ db }: VisitorContext, sandboxId: string): Promise<Member> {
  const found = await db.sandbox.findUnique({
    where: { id: sandboxId },
    select: { user: { select: { handle: true, name: true, role: true, tier: true } } },
  });
  if (!found) throw notFound();
  const { user } = found;
  // Moderators and admins would have nobody to moderate, and keys do not let them.
  return { ...user, role: user.role === "EDITOR" ? "EDITOR" : "MEMBER" };
}

function asMember(person: (typeof CAST)[number], owner: Member): Member {
  const handle = person.handle === owner.handle ? `${person.handle}_2` : person.handle;
  return { ...person, handle, role: "MEMBER", tier: "free" };
}

async function addMember(ctx: VisitorContext, { handle, name, role, tier }: Member) {
  const id = idFor(ctx, "user");
  const createdAt = new Date(ctx.now.getTime() - MEMBERS_FOR_MS);
  return inTransaction(ctx, async (tx) => {
    await tx.db.user.create({ data: { id, handle, name, role, tier, createdAt }, select: { id: true } });
    const member = actAs(tx, { id, handle, name, image: null, role, tier });
    await record(member, "account.created", {}, { subjectId: id, letters: [] });
    const { key } = await issueKey(member, { name: "Test key", scopes: [...SCOPE_NAMES] });
    return { id, handle, name, key };
  });
}
