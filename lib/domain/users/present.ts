import { levelOf } from "@/lib/domain/progression/rules";
import { env } from "@/lib/infra/environment/env";
import { defaultImagePath } from "./rules";
import type { Person, PublicProfile } from "./schema";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";

/** Columns of a person, for a statement that joins "User" as `alias`. */
export function personColumns(alias: string): Sql {
  return literal(
    `${alias}.id AS "personId", ${alias}.name AS "personName", ${alias}.handle AS "personHandle", ${alias}.image AS "personImage"`,
  );
}

export interface PersonColumns {
  personId: string;
  personName: string;
  personHandle: string;
  personImage: string | null;
}

/** The same columns for Prisma. */
export const personSelect = { id: true, name: true, handle: true, image: true } as const;

export function presentPerson(row: { id: string; name: string; handle: string; image: string | null }): Person {
  return { id: row.id, name: row.name, handle: row.handle, image: imageUrl(row) };
}

export function presentPersonColumns(row: PersonColumns): Person {
  return presentPerson({ id: row.personId, name: row.personName, handle: row.personHandle, image: row.personImage });
}

/** Columns of a public profile, for a statement that joins "User" as `alias`. */
export function profileColumns(alias: string): Sql {
  const a = literal(alias);
  return sql`${personColumns(alias)}, ${a}.bio, ${a}."createdAt", ${a}.xp, ${a}."followersCount", ${a}."followingCount", ${a}."publicPostsCount", ${a}.automated`;
}

export type ProfileColumns = PersonColumns &
  Pick<User, "bio" | "createdAt" | "xp" | "followersCount" | "followingCount" | "publicPostsCount" | "automated">;

export function presentProfileColumns(row: ProfileColumns): PublicProfile {
  return {
    ...presentPersonColumns(row),
    bio: row.bio,
    automated: row.automated,
    createdAt: row.createdAt.toISOString(),
    stats: {
      followers: row.followersCount,
      following: row.followingCount,
      posts: row.publicPostsCount,
      level: levelOf(row.xp),
    },
  };
}

/** Returns an absolute URL, because an API client has no page to resolve a path against. */
export function imageUrl({ handle, image }: { handle: string; image: string | null }): string {
  return new URL(image ?? defaultImagePath(handle), env().siteUrl).href;
}
