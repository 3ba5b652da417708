import { z } from "zod";

/** Our data is all newer, and PostgreSQL has no year 0. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** A message that begins with the field's name. */
const named =
  (problem: string) =>
  ({ path = [] }: { path?: PropertyKey[] }): string =>
    [...path.slice(-1).map(String), problem].join(" ");

/** A time in a request, in ISO 8601. */
export const moment = z.iso
  .datetime({ offset: true, error: named("must be a time in ISO 8601, such as 2026-11-21T09:30:00Z") })
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() >= EARLIEST && at.getTime() < LATEST, {
    error: named("must be a time between 1970 and 2200"),
  });

/** The row behind a resource, before its time of creation is written as text. */
export type Dated<Resource extends { createdAt: string }> = Omit<Resource, "createdAt"> & { createdAt: Date };
