import { DomainError } from "@/lib/domain/kernel/errors";

export const PAGE = { limit: 50 };

/** Awaits a read and compares what it shows, in any order. */
export type Expect = (name: string, read: Promise<unknown>, expected: unknown) => Promise<void>;

type Listed = { data: { id: string }[] };

export const idOf = ({ id }: { id: string }) => id;

const NOT_FOUND = (error: unknown) => {
  if (error instanceof DomainError && error.code === "not_found") return "not found" as const;
  throw error;
};

export const ids = (read: Promise<Listed>) => read.then(({ data }) => data.map(idOf), NOT_FOUND);
export const pageHandles = (read: Promise<{ data: { handle: string }[] }>) =>
  read.then(({ data }) => data.map(({ handle }) => handle), NOT_FOUND);
export const reads = (read: Promise<unknown>) =>
  read.then(
    () => true,
    (error: unknown) => (NOT_FOUND(error), false),
  );
export const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
