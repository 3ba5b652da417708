import { expect } from "vitest";
import { DomainError } from "@/lib/domain/kernel/errors";

/** The error with which reading an input rejects. */
export async function rejectionOf(reading: Promise<unknown>): Promise<DomainError> {
  const rejection = await reading.catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(DomainError);
  return rejection as DomainError;
}
