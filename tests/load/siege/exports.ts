import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import { type Member, newMember } from "./member";

const BUILDS = 8000;
const README = 20_000;
const AT_ONCE = 14;

/** An account with years of content, written to the database directly because the API would take days. */
async function newHoarder(): Promise<Member> {
  const member = await newMember();
  await database().pool.query(
    `INSERT INTO "Build" (id, slug, "authorId", "categorySlug", title, description,
                          readme, technologies, "publishedAt", "updatedAt")
     SELECT 'build_' || $1::text || i, 'siege-' || $1 || '-' || i, $1, 'tools', 'Build ' || i, 'One of many builds',
            repeat(md5(i::text), ${README / 32}), '{}', now() - i * interval '1 hour', now()
       FROM generate_series(1, ${BUILDS}) i`,
    [member.account.id],
  );
  return member;
}

export const EXPORTS: Attack[] = [
  attack({
    name: "export-at-once",
    description: `the export of an account of ${BUILDS} builds asked for ${AT_ONCE} times at once, again and again`,
    prepare: newHoarder,
    run: (target, signal, { cookie }) =>
      crowd(AT_ONCE, signal, (client) => target.ask({ path: "/api/account/export", cookie, from: client })),
  }),
  attack({
    name: "export-unread",
    description: "the same export asked for by readers who read nothing",
    prepare: newHoarder,
    async run(target, signal, { cookie }) {
      await crowd(AT_ONCE, signal, async (client) => {
        const socket = target.open({ from: client, deaf: true });
        socket.write(target.head("GET /api/account/export", { Cookie: cookie }));
        await sleep(4000);
        socket.destroy();
      });
    },
  }),
];
