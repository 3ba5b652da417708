import { database } from "@/lib/infra/database/db";
import { type Attack, attack } from "./attack";
import { crowd, everySecond } from "./crowd";
import { newMember, newMembers } from "./member";

const newest = async (take: number) =>
  (
    await database().prisma.post.findMany({
      take,
      select: { id: true },
      where: { audience: "PUBLIC", deletedAt: null },
      orderBy: { createdAt: "desc" },
    })
  ).map(({ id }) => id);
const handles = async () =>
  (await database().prisma.user.findMany({ take: 3000, select: { handle: true }, where: { role: "MEMBER" } })).map(
    ({ handle }) => handle,
  );

export const WRITES: Attack[] = [
  attack({
    name: "posts",
    description: "fifty posts a second by one person, each with ten mentions",
    prepare: async () => ({ ...(await newMember()), people: await handles() }),
    run: (target, signal, { cookie, people }) =>
      everySecond(50, signal, (n) => {
        const mentions = Array.from({ length: 10 }, (_, i) => `@${people[(n * 10 + i) % people.length]}`);
        return target.ask({
          method: "POST",
          path: "/api/posts",
          cookie,
          body: { content: `Look at this, number ${n}: ${mentions.join(" ")}` },
          from: n % 16,
        });
      }),
  }),
  attack({
    name: "posts-at-once",
    description: "three hundred posts at once by one person, all of whom wait for one row",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(300, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/posts",
          cookie,
          body: { content: `Me too, ${client} and ${round}` },
          from: client,
        }),
      ),
  }),
  attack({
    name: "posts-through-api",
    description: "the same with an API key, as fast as it answers",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(50, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/v1/posts",
          key,
          body: { content: `Me again, ${client} and ${round}` },
          from: client,
        }),
      ),
  }),
  attack({
    name: "likes",
    description: "likes, bookmarks, reposts and comments given and taken back by 32 browsers of one person",
    prepare: async () => ({ ...(await newMember()), posts: await newest(50) }),
    run: (target, signal, { cookie, posts }) =>
      crowd(32, signal, (client, round) => {
        const id = posts[(client + (round >> 1)) % posts.length]!;
        const method = round % 2 ? "DELETE" : "POST";
        if (client % 4 === 3)
          return target.ask({
            method: "POST",
            path: `/api/posts/${id}/comments`,
            cookie,
            body: { content: `Yes, ${round}` },
            from: client,
          });
        return target.ask({
          method,
          path: `/api/posts/${id}/${["like", "bookmark", "repost"][client % 4]}`,
          cookie,
          from: client,
        });
      }),
  }),
  attack({
    name: "likes-of-one-post",
    description: "one post liked and unliked by a hundred people at once",
    prepare: async () => ({ members: await newMembers(100), post: (await newest(1))[0] }),
    run: (target, signal, { members, post }) =>
      crowd(members.length, signal, (client, round) =>
        target.ask({
          method: round % 2 ? "DELETE" : "POST",
          path: `/api/posts/${post}/like`,
          cookie: members[client]!.cookie,
          from: client,
        }),
      ),
  }),
  attack({
    name: "follows",
    description: "everybody followed and unfollowed by 32 browsers of one person",
    prepare: async () => ({ ...(await newMember()), people: await handles() }),
    run: (target, signal, { cookie, people }) =>
      crowd(32, signal, (client, round) =>
        target.ask({
          method: round % 2 ? "DELETE" : "POST",
          path: `/api/users/${people[(client * 90 + (round >> 1)) % people.length]}/follow`,
          cookie,
          from: client,
        }),
      ),
  }),
  attack({
    name: "bets",
    description: "bets, claims and new seeds of one person, at once from a hundred addresses, another each time",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(100, signal, (client, round) => {
        const [path, body] = (
          [
            ["bet", { bin: 2, amount: 1 }],
            ["claim", {}],
            ["fairness/rotate", {}],
          ] as const
        )[(client + round) % 3]!;
        return target.ask({ method: "POST", path: `/api/coins/${path}`, cookie, body, from: client + round * 100 });
      }),
  }),
  attack({
    name: "idempotency-storm",
    description: "fifty equal posts at once with one Idempotency-Key, again and again",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(50, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/v1/posts",
          key,
          body: { content: "Once" },
          headers: { "Idempotency-Key": `storm-${round}` },
          from: client,
        }),
      ),
  }),
];
