// Slow: it waits until the server checks a lease again.
import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { beginExport, newWriter } from "./exporting";

test("a download that another one took over ends in a broken connection, not as if it were complete", async () => {
  const { id, headers } = await newWriter();
  const response = await beginExport(headers);
  await database().prisma.exportLease.delete({ where: { userId: id } });
  // The lease is checked after an eighth of its time, so the reader reads slowly.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  response.resume();
  await new Promise((resolve) => response.once("close", resolve));
  expect(response.complete).toBe(false);
}, 60_000);
