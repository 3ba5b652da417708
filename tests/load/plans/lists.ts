import fs from "node:fs";
import path from "node:path";
import { API } from "@/lib/api/v1";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { RARE_MATCHES } from "@/lib/domain/deployment/administration/rules";
import type { Role } from "@/lib/infra/prisma/enums";
import { database } from "@/lib/infra/database/db";
import { PROJECT } from "@/lib/infra/process/project";
import { DEEP_ROOM } from "../fill/rooms";

/** A list, read by an account that has many of its rows. */
export interface List {
  name: string;
  counts?: number;
  page(request: PageRequest): Promise<Page<unknown>>;
}

interface Reading {
  /** The reader's handle. */
  as: string;
  /** The reader's role, if not the account's own. */
  role?: Role;
  input?: Record<string, string>;
  /** Rows that a page may read besides those it shows, to determine whether there are few. */
  counts?: number;
}

/** Has many rows of everything: posts, notifications, deliveries, drops. */
const FIRST = { as: "user_1" };
/** Follows a few people with many posts. */
const ORDINARY = { as: "user_2" };
/** Has blocked and muted hundreds. */
const HIDING = { as: "user_3" };
/** The posts that a page looks at to find as many with an image as it has rows: one in twenty has one. */
const PER_IMAGE = 20 * 20;
const ADMIN = { as: "user_1", role: "ADMIN" } as const;
/** A different account than the reports are about, which cannot see them. */
const MODERATOR = { as: "user_4", role: "ADMIN", input: { status: "open" } } as const;

/** Who reads a list in the filled database, if not `FIRST` with every default; the part after `?` filters a list. */
async function readings(): Promise<Record<string, Reading>> {
  const { app, liked, reposted, post, rarelyQuoted, comment, endpoint, user } = await subjects();
  return {
    "GET /api/v1/posts/{id}/history": { ...FIRST, input: { id: post } },
    "GET /api/v1/posts/{id}/likes": { ...ORDINARY, input: { id: liked } },
    "GET /api/v1/posts/{id}/reposts": { ...ORDINARY, input: { id: reposted } },
    "GET /api/timeline/posts/{id}/likes": { ...ORDINARY, input: { id: liked } },
    "GET /api/timeline/posts/{id}/reposts": { ...ORDINARY, input: { id: reposted } },
    "GET /api/v1/posts/{id}/quotes": { ...ORDINARY, input: { id: post } },
    "GET /api/v1/posts/{id}/quotes?rare": { ...ORDINARY, input: { id: rarelyQuoted } },
    "GET /api/timeline/posts/{id}/quotes": { ...ORDINARY, input: { id: post } },
    "GET /api/v1/posts/{id}/comments": { ...FIRST, input: { id: post } },
    "GET /api/v1/posts/{id}/comments?parent_id": { ...FIRST, input: { id: post, parent_id: comment } },
    "GET /api/v1/users/{handle}/posts": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/v1/users/{handle}/followers": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/v1/users/{handle}/following": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/v1/feed": ORDINARY,
    "GET /api/v1/tags/{tag}/posts": { ...ORDINARY, input: { tag: "many" } },
    "GET /api/v1/tags/{tag}/posts?rare": { ...ORDINARY, input: { tag: "rare" } },
    "GET /api/timeline/tags/{tag}/posts": { ...ORDINARY, input: { tag: "many" } },
    "GET /api/v1/me/tags": { as: "user_9" },
    "GET /api/v1/me/notifications": FIRST,
    "GET /api/v1/me/notifications?kind": { ...FIRST, input: { kind: "mentions" } },
    "GET /api/v1/me/notifications?kind=rare": { ...ORDINARY, input: { kind: "mentions" } },
    "GET /api/v1/builds": ORDINARY,
    "GET /api/v1/builds?category": { ...ORDINARY, input: { category: "games" } },
    "GET /api/v1/builds?category=rare": { ...ORDINARY, input: { category: "rare" } },
    "GET /api/v1/blog": ORDINARY,
    "GET /api/v1/news": ORDINARY,
    "GET /api/v1/news?category": { ...ORDINARY, input: { category: "games" } },
    "GET /api/v1/news?category=rare": { ...ORDINARY, input: { category: "rare" } },
    "GET /api/v1/webhooks/{id}/deliveries": { ...FIRST, input: { id: endpoint } },
    "GET /api/developer/apps/{id}/requests": { ...FIRST, input: { id: app } },
    "GET /api/me/blocks": HIDING,
    "GET /api/me/mutes": HIDING,
    "GET /api/v1/feed?blocks": HIDING,
    "GET /api/timeline/everyone?blocks": HIDING,
    "GET /api/v1/rooms": ORDINARY,
    "GET /api/v1/rooms/{code}/messages": { ...FIRST, input: { code: DEEP_ROOM } },
    "GET /api/developer/webhooks/{id}/deliveries": { ...FIRST, input: { id: endpoint } },
    "GET /api/v1/coins/history?show": { ...FIRST, input: { show: "drops" } },
    "GET /api/timeline/everyone": ORDINARY,
    "GET /api/timeline/for-you": ORDINARY,
    "GET /api/timeline/users/{handle}/posts": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/timeline/users/{handle}/media": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/timeline/posts/{id}/threads": { ...ORDINARY, input: { id: post } },
    "GET /api/timeline/posts/{id}/comments/{commentId}/replies": {
      ...ORDINARY,
      input: { id: post, commentId: comment },
    },
    "GET /api/people/{handle}/followers": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/people/{handle}/following": { ...ORDINARY, input: { handle: "user_1" } },
    "GET /api/catalogue": ORDINARY,
    "GET /api/catalogue?category": { ...ORDINARY, input: { category: "games" } },
    "GET /api/catalogue?category=rare": { ...ORDINARY, input: { category: "rare" } },
    "GET /api/catalogue?technology": { ...ORDINARY, input: { technology: "typescript" } },
    "GET /api/catalogue?technology=rare": { ...ORDINARY, input: { technology: "cobol" } },
    "GET /api/catalogue?technology&category": { ...ORDINARY, input: { technology: "typescript", category: "games" } },
    "GET /api/catalogue?technology&category=rare": {
      ...ORDINARY,
      input: { technology: "typescript", category: "rare" },
    },
    "GET /api/v1/builds/{slug}/comments": { ...ORDINARY, input: { slug: "build-1" } },
    "GET /api/moderation/reports": MODERATOR,
    "GET /api/moderation/reports?type": { ...MODERATOR, input: { status: "open", type: "post" } },
    "GET /api/moderation/reports?type=rare": { ...MODERATOR, input: { status: "open", type: "comment" } },
    "GET /api/moderation/reports?reason=rare": { ...MODERATOR, input: { status: "open", reason: "harassment" } },
    "GET /api/moderation/reports?type&reason=rare": {
      ...MODERATOR,
      input: { status: "open", type: "post", reason: "harassment" },
    },
    "GET /api/moderation/appeals": MODERATOR,
    "GET /api/moderation/audit-log": ADMIN,
    "GET /api/moderation/audit-log?action": { ...ADMIN, input: { action: "sign-in" } },
    "GET /api/moderation/audit-log?person": { ...ADMIN, input: { person: "user_1" } },
    "GET /api/admin/invited": MODERATOR,
    "GET /api/admin/invited?under": { ...MODERATOR, input: { under: "user_1" } },
    "GET /api/admin/people": ADMIN,
    "GET /api/admin/people?q": { ...ADMIN, input: { q: "user_123" } },
    "GET /api/admin/people?q=everywhere": { ...ADMIN, input: { q: "user" }, counts: RARE_MATCHES + 1 },
    "GET /api/admin/people?role": { ...ADMIN, input: { role: "MODERATOR" } },
    "GET /api/admin/apps": ADMIN,
    "GET /api/admin/apps?q": { ...ADMIN, input: { q: "mirror" } },
    "GET /api/admin/apps?blocked": { ...ADMIN, input: { blocked: "true" } },
    "GET /api/admin/people/{id}/audit-log": { ...ADMIN, input: { id: user } },
    "GET /api/v1/search/posts": { ...ORDINARY, input: { q: "many" } },
    "GET /api/search/posts": { ...ORDINARY, input: { q: "many" } },
    "GET /api/v1/search/posts?from": { ...ORDINARY, input: { q: "from:user_1" } },
    "GET /api/v1/search/posts?from&q": { ...ORDINARY, input: { q: "many from:user_1" } },
    "GET /api/v1/search/posts?from=nobody": { ...ORDINARY, input: { q: "many from:nobody" } },
    "GET /api/v1/search/posts?has=image": { ...ORDINARY, input: { q: "has:image" }, counts: PER_IMAGE },
    "GET /api/v1/search/posts?before": { ...ORDINARY, input: { q: "before:2025-06-01" } },
    "GET /api/v1/search/posts?before&after": { ...ORDINARY, input: { q: "many before:2025-12-01 after:2024-07-01" } },
    "GET /api/v1/search/builds": { ...ORDINARY, input: { q: "build" } },
    "GET /api/v1/search/builds?from": { ...ORDINARY, input: { q: "build from:user_2" } },
    "GET /api/v1/search/builds?before": { ...ORDINARY, input: { q: "before:2025-06-01" } },
    "GET /api/search/builds": { ...ORDINARY, input: { q: "build" } },
    "GET /api/v1/search/articles": { ...ORDINARY, input: { q: "many" } },
    "GET /api/v1/search/articles?before": { ...ORDINARY, input: { q: "before:2025-06-01" } },
  };
}

/** Every paginated list that is declared, for the API or for the browser. */
export async function allLists(): Promise<List[]> {
  const readingOf = await readings();
  const declared = (await paginated()).map(({ method, path: route, run }) => ({ route: `${method} ${route}`, run }));
  for (const { route } of declared) if (!route.includes("{")) readingOf[route] ??= FIRST;
  const missing = declared.filter(({ route }) => !readingOf[route]).map(({ route }) => route);
  if (missing.length > 0) throw new Error(`Add to tests/load/plans/lists.ts who reads ${missing.join(", ")}.`);
  const lists = Object.entries(readingOf).map(async ([name, { as, role, input, counts }]): Promise<List | []> => {
    const endpoint = declared.find(({ route }) => route === name.split("?")[0]);
    const ctx = await contextOf(as, name, role);
    return endpoint
      ? {
          name,
          counts,
          page: (request) => endpoint.run(ctx, { ...request, ...input }) as Promise<Page<unknown>>,
        }
      : [];
  });
  return (await Promise.all(lists)).flat();
}

/** Session routes of the API's lists run the same function, and are omitted. */
async function paginated(): Promise<(ApiOperation | SessionOperation)[]> {
  const folder = path.join(PROJECT, "lib/api/session");
  const modules = await Promise.all(
    fs
      .readdirSync(folder)
      .map((file) => import(path.join(folder, file)) as Promise<Record<string, Record<string, unknown>>>),
  );
  const inApp = modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => Object.values(group))
    .filter(isEndpoint);
  const all = [...Object.values(API).flatMap((group): ApiOperation[] => Object.values(group)), ...inApp].filter(
    (endpoint) => endpoint.paginated,
  );
  return all.filter((endpoint, index) => all.findIndex(({ run }) => run === endpoint.run) === index);
}

function isEndpoint(value: unknown): value is SessionOperation {
  return typeof value === "object" && value !== null && "channel" in value && "run" in value;
}

async function contextOf(handle: string, route: string, as?: Role): Promise<Context> {
  const { id, name, image, role, tier } = await database().prisma.user.findFirstOrThrow({ where: { handle } });
  return createContext({
    actor: { id, handle, name, image, role: as ?? role, tier },
    channel: route.includes("/api/v1/") ? "api" : "session",
  });
}

async function subjects() {
  const { prisma } = database();
  const comment = await prisma.comment.findFirstOrThrow({ orderBy: { repliesCount: "desc" } });
  const endpoint = await prisma.webhookEndpoint.findFirstOrThrow({ orderBy: { sequence: "desc" } });
  const { id: user } = await prisma.user.findFirstOrThrow({ where: { handle: FIRST.as } });
  const registered = { name: "Mirror", redirectUris: ["https://app.example/"], ownerId: user, createdAt: new Date() };
  const { id: app } = await prisma.app.upsert({
    where: { id: "app_plans" },
    create: { ...registered, id: "app_plans" },
    update: {},
  });
  // Its log has the same requests as its developer's.
  await prisma.$executeRaw`
    INSERT INTO "ApiRequest" ("userId", "createdAt", id, "keyId", operation, status, error, "durationMs", "requestBytes",
                              "responseBytes", times)
    SELECT ${app}, "createdAt", id, ${app}, operation, status, error, "durationMs", "requestBytes", "responseBytes", times
      FROM "ApiRequest" WHERE "userId" = ${user} ON CONFLICT DO NOTHING`;
  const { quoteId: rarelyQuoted } = await prisma.post.findFirstOrThrow({
    where: { quoteId: { not: null, notIn: [comment.postId] } },
  });
  const open = { audience: "PUBLIC", deletedAt: null } as const;
  const { id: liked } = await prisma.post.findFirstOrThrow({ where: open, orderBy: { likesCount: "desc" } });
  const { id: reposted } = await prisma.post.findFirstOrThrow({ where: open, orderBy: { repostsCount: "desc" } });
  return {
    app,
    liked,
    reposted,
    post: comment.postId,
    rarelyQuoted: rarelyQuoted!,
    comment: comment.id,
    endpoint: endpoint.id,
    user,
  };
}
