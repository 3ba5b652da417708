import { isOnBuild } from "@/lib/domain/builds/rules";
import { type Context, read } from "@/lib/domain/context";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { MESSAGES_AROUND } from "./rules";
import type { Subject, Surrounding } from "./schema";

interface SurroundingRow extends PersonColumns {
  id: string;
  content: string;
  createdAt: Date;
  isLater: boolean;
}

/**
 * Returns the post and comment that a comment answers, or the messages before and after a message, oldest first: as
 * they are now, without deleted ones. Ignores blocks. The caller must check that the actor is a moderator.
 */
export async function readSurroundings(ctx: Context, { type, id }: Subject): Promise<Surrounding[]> {
  const kind = type === "comment" && isOnBuild(id) ? "buildComment" : type;
  if (!hasSurroundings(kind)) return [];
  const rows = await read<SurroundingRow>(ctx, `surroundings.${kind}`, AROUND[kind](id));
  return rows.map(({ id, content, createdAt, isLater, ...author }) => ({
    id,
    author: presentPersonColumns(author),
    content,
    createdAt: createdAt.toISOString(),
    isLater,
  }));
}

const columns = (table: string): Sql =>
  sql`${literal(table)}.id, ${literal(table)}.content, ${literal(table)}."createdAt"`;
const author = personColumns("u");

const AROUND = {
  comment: (id: string) => sql`
    SELECT ${columns("p")}, false AS "isLater", ${author}
      FROM "Comment" c JOIN "Post" p ON p.id = c."postId" JOIN "User" u ON u.id = p."authorId"
     WHERE c.id = ${id} AND p."deletedAt" IS NULL
    UNION ALL
    SELECT ${columns("a")}, false, ${author}
      FROM "Comment" c JOIN "Comment" a ON a.id = c."parentId" JOIN "User" u ON u.id = a."authorId"
     WHERE c.id = ${id} AND a."deletedAt" IS NULL
    ORDER BY "createdAt"`,
  buildComment: (id: string) => sql`
    SELECT b.id, b.title || E'\n\n' || b.description AS content, b."publishedAt" AS "createdAt", false AS "isLater", ${author}
      FROM "BuildComment" c JOIN "Build" b ON b.id = c."buildId" JOIN "User" u ON u.id = b."authorId"
     WHERE c.id = ${id} AND b."deletedAt" IS NULL`,
  message: (id: string) => sql`
    SELECT ${columns("m")}, m.seq > s.seq AS "isLater", ${author}
      FROM "RoomMessage" s CROSS JOIN LATERAL (
        (SELECT * FROM "RoomMessage" e WHERE e."roomId" = s."roomId" AND e.kind = 'message' AND e.seq < s.seq
          ORDER BY e.seq DESC LIMIT ${literal(MESSAGES_AROUND.before)})
        UNION ALL
        (SELECT * FROM "RoomMessage" l WHERE l."roomId" = s."roomId" AND l.kind = 'message' AND l.seq > s.seq
          ORDER BY l.seq LIMIT ${literal(MESSAGES_AROUND.after)})) m JOIN "User" u ON u.id = m."userId"
     WHERE s.id = ${id} AND m."deletedAt" IS NULL
     ORDER BY m.seq`,
};

const hasSurroundings = (kind: string): kind is keyof typeof AROUND => kind in AROUND;
