import type { AchievementKey } from "@/lib/domain/play/coins/achievements";
import { levelOf } from "@/lib/domain/play/progression/rules";
import { env } from "@/lib/infra/environment/env";
import type { Person, PublicProfile } from "./schema";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";

/** Returns the columns of a person, with names that begin with the prefix. */
export function personColumns(alias: string, prefix = "person"): Sql {
  const columns = ["Id", "Name", "Handle", "Image"].map(
    (name) => `${alias}.${name.toLowerCase()} AS "${prefix}${name}"`,
  );
  return literal(columns.join(", "));
}

export type PersonColumns<Prefix extends string = "person"> = Record<`${Prefix}${"Id" | "Name" | "Handle"}`, string> &
  Record<`${Prefix}Image`, string | null>;

/** What is shown of a person, under the names of the columns. */
export type PersonRow = Pick<User, "id" | "name" | "handle" | "image">;

export function presentPerson(row: PersonRow): Person {
  return { id: row.id, name: row.name, handle: row.handle, image: imageUrl(row) };
}

export function presentPersonColumns(row: PersonColumns): Person {
  return presentPersonAs("person", row);
}

export function presentPersonAs<Prefix extends string>(prefix: Prefix, row: PersonColumns<Prefix>): Person {
  // The names are not known to the types. No spread: rows are wide, and pages have many.
  const column = (name: string) => (row as Record<string, string | null>)[prefix + name]!;
  return presentPerson({ id: column("Id"), name: column("Name"), handle: column("Handle"), image: column("Image") });
}

export function profileColumns(alias: string): Sql {
  const a = literal(alias);
  return sql`${personColumns(alias)}, ${a}.bio, ${a}."createdAt", ${a}.xp, ${a}."followersCount", ${a}."followingCount", ${a}."publicPostsCount", ${a}.automated, ${a}.achievements`;
}

export type ProfileColumns = PersonColumns &
  Pick<User, "bio" | "createdAt" | "xp" | "followersCount" | "followingCount" | "publicPostsCount" | "automated"> & {
    achievements: AchievementKey[];
  };

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
    achievements: row.achievements,
  };
}

export function defaultImagePath(handle: string): string {
  return `/api/avatars/${handle}`;
}

/** Returns the address of a profile image. Absolute, because an API client has no page to resolve a path against. */
export function imageUrl({ handle, image }: { handle: string; image: string | null }): string {
  return new URL(image ?? defaultImagePath(handle), env().siteUrl).href;
}
