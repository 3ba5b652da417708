import { levelOf } from "@/lib/domain/progression/rules";
import { env } from "@/lib/infra/env";
import { defaultImagePath } from "./rules";
import type { Person, PublicProfile } from "./schema";

/** The columns of a person, for a statement that joins "User" as `alias`. */
export function personColumns(alias: string): string {
  return `${alias}.id AS "personId", ${alias}.name AS "personName", ${alias}.handle AS "personHandle", ${alias}.image AS "personImage"`;
}

export interface PersonColumns {
  personId: string;
  personName: string;
  personHandle: string;
  personImage: string | null;
}

/** The same for Prisma. */
export const personSelect = { id: true, name: true, handle: true, image: true } as const;

export function presentPerson(row: { id: string; name: string; handle: string; image: string | null }): Person {
  return { id: row.id, name: row.name, handle: row.handle, image: imageUrl(row) };
}

export function presentPersonColumns(row: PersonColumns): Person {
  return presentPerson({ id: row.personId, name: row.personName, handle: row.personHandle, image: row.personImage });
}

/** The columns of a public profile, for a statement that joins "User" as `alias`. */
export function profileColumns(alias: string): string {
  const own = ["bio", "createdAt", "xp", "followersCount", "followingCount", "publicPostsCount"].map(
    (column) => `${alias}."${column}"`,
  );
  return [personColumns(alias), ...own].join(", ");
}

export interface ProfileColumns extends PersonColumns {
  bio: string;
  createdAt: Date;
  xp: number;
  followersCount: number;
  followingCount: number;
  publicPostsCount: number;
}

export function presentProfileColumns(row: ProfileColumns): PublicProfile {
  return {
    ...presentPersonColumns(row),
    bio: row.bio,
    createdAt: row.createdAt.toISOString(),
    stats: {
      followers: row.followersCount,
      following: row.followingCount,
      posts: row.publicPostsCount,
      level: levelOf(row.xp),
    },
  };
}

/** Always absolute: an API client has no page to resolve a path against. */
export function imageUrl({ handle, image }: { handle: string; image: string | null }): string {
  return new URL(image ?? defaultImagePath(handle), env().siteUrl).href;
}
