// Slow: it waits until the server looks at a lease again.
import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { beginExport, newWriter } from "./exporting";

test("a download that another one took over ends in a broken connection, and is not taken for the whole", async () => {
  const { id, headers } = await newWriter();
  const response = await beginExport(headers);
  await database().prisma.exportLease.delete({ where: { userId: id } });
  // The lease is looked at again when an eighth of it is over: the reader takes its time.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  response.resume();
  await new Promise((resolve) => response.once("close", resolve));
  expect(response.complete).toBe(false);
}, 60_000);
