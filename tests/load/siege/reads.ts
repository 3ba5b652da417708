import { database } from "@/lib/infra/database/db";
import { idFor } from "@/lib/domain/kernel/context";
import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import { type Member, newMember } from "./member";

const READERS = 32;

/** Words that every post contains, but not in this order; and letters that no index covers. */
const PHRASES = [
  '"many of row"',
  '"of many row of"',
  "row of many",
  "ow of man",
  '"row of" -many',
  "a o",
  "% _",
  "many or row or zebra",
  '"row" "of" "many" "zzz"',
  "1 of many: ",
];

async function follower(): Promise<Member> {
  const member = await newMember();
  await database().pool.query(
    `INSERT INTO "Follow" ("followerId", "followeeId", "createdAt") SELECT $1, id, now() FROM "User" WHERE id <> $1`,
    [member.account.id],
  );
  return member;
}

const CHAIN = 3000;

/** A discussion in which each comment replies to the previous one. */
async function chain(): Promise<{ post: string; last: string }> {
  const { account } = await newMember();
  const ctx = account.ctx();
  const post = idFor(ctx, "post");
  await database().prisma.post.create({
    data: { id: post, authorId: account.id, content: "Discuss.", audience: "PUBLIC", createdAt: ctx.now },
  });
  const name = (n: string) => `'${post}c' || lpad((${n})::text, 5, '0')`;
  await database().pool.query(
    `INSERT INTO "Comment" (id, "postId", "authorId", "parentId", content, "createdAt")
     SELECT ${name("i")}, $1, $2, CASE WHEN i > 1 THEN ${name("i - 1")} END, repeat('words ', 40), now()
       FROM generate_series(1, ${CHAIN}) i`,
    [post, account.id],
  );
  return { post, last: `${post}c${String(CHAIN).padStart(5, "0")}` };
}

const HIDDEN = 100_000;

/** An author with years of private posts, and one earlier, public post. */
async function secretive(): Promise<string> {
  const { account } = await newMember();
  await database().pool.query(
    `INSERT INTO "Post" (id, "authorId", content, audience, "createdAt")
     SELECT $1::text || 'p' || i, $1, 'Not for you', (CASE i WHEN 0 THEN 'PUBLIC' ELSE 'PRIVATE' END)::"Audience",
            now() - interval '100 days' + i * interval '1 minute'
       FROM generate_series(0, ${HIDDEN}) i`,
    [account.id],
  );
  return account.handle;
}

export const READS: Attack[] = [
  attack({
    name: "searches",
    description: `phrases that must be looked for in every post that holds their words, from ${READERS} addresses`,
    run: (target, signal) =>
      crowd(READERS, signal, (client, round) => {
        const q = encodeURIComponent(PHRASES[(client + round) % PHRASES.length]!);
        return target.ask({ path: client % 2 ? `/api/search/posts?q=${q}` : `/search?q=${q}`, from: client });
      }),
  }),
  attack({
    name: "searches-of-people",
    description: `names that nobody has and half of all people resemble, from ${READERS} addresses`,
    run: (target, signal) =>
      crowd(READERS, signal, (client, round) =>
        target.ask({
          path: `/search?only=people&q=${encodeURIComponent(["user", "er", "usr_12", "u", "resu 12", "user 1 user 2"][(client + round) % 6]!)}`,
          from: client,
        }),
      ),
  }),
  attack({
    name: "newer-posts",
    description: "whether there are newer posts than the first, asked without pause by 64 at once",
    run: (target, signal) =>
      crowd(64, signal, (client, round) =>
        target.ask({
          path: `/api/timeline/newer?feed=everyone&after=${["1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"][round % 4]}`,
          from: client,
        }),
      ),
  }),
  attack({
    name: "circle-of-all",
    description: "the feed and the pulse of somebody who follows everybody, asked for by 16 browsers",
    prepare: follower,
    run: (target, signal, { cookie }) =>
      crowd(16, signal, (client, round) =>
        round % 2
          ? target.ask({ path: "/api/timeline/for-you?limit=50", cookie, from: client })
          : target.ask({
              method: "POST",
              path: "/api/pulse",
              cookie,
              body: { want: ["notifications", "friends", "activeFriends"] },
              from: client,
            }),
      ),
  }),
  attack({
    name: "pulses",
    description: "the pulse and its elders, without pause, by 64 browsers of one person",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(64, signal, (client, round) => {
        const paths = ["/api/presence/heartbeat", "/api/pulse", "/api/presence/heartbeat", "/api/pulse"];
        return round % 3
          ? target.ask({ method: "POST", path: paths[round % 4]!, cookie, body: {}, from: client })
          : target.ask({
              path: [
                "/api/notifications/unread-count",
                "/api/presence/online-count",
                "/api/presence/friends",
                "/api/friends/active",
              ][client % 4]!,
              cookie,
              from: client,
            });
      }),
  }),
  attack({
    name: "threads-deep",
    description: `a comment below ${CHAIN} others, with all that it answers, read by 8`,
    prepare: chain,
    run: (target, signal, { post, last }) =>
      crowd(8, signal, (client, round) =>
        target.ask({
          path: (client + round) % 2 ? `/posts/${post}?thread=${last}` : `/api/timeline/posts/${post}/comments/${last}`,
          from: client,
        }),
      ),
  }),
  attack({
    name: "rows-passed-over",
    description: `the profile of somebody with ${HIDDEN.toLocaleString("en")} private posts, read by 8 visitors`,
    prepare: secretive,
    run: (target, signal, handle) =>
      crowd(8, signal, (client, round) =>
        target.ask({
          path: [
            `/api/timeline/users/${handle}/posts`,
            `/api/timeline/users/${handle}/media`,
            `/api/users/${handle}/posts`,
          ][(client + round) % 3]!,
          from: client,
        }),
      ),
  }),
];
