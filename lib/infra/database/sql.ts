import { Prisma } from "@/lib/infra/prisma/client";

export type Sql = Prisma.Sql;

/**
 * A statement or fragment. Interpolated fragments become part of the text; all other values become numbered parameters:
 * `sql\`WHERE id = ${id} AND ${visible}\``.
 */
export const sql = Prisma.sql;

/** Joins fragments: `joined([a, b], ", ")`. */
export const joined = (fragments: readonly Sql[], separator: string): Sql => Prisma.join(fragments, separator);

/**
 * Inlines a name or constant of our own as SQL text, because the planner sees constants but not parameters. Never
 * input.
 */
export const literal = (text: string | number): Sql => Prisma.raw(String(text));

/** The name of a table or column of ours, as SQL text. */
export const quoted = (name: string): Sql => literal(`"${name}"`);

export const none = Prisma.empty;
