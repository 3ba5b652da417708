// Shows or changes what an account may do:
//   npm run user -- HANDLE [--role MEMBER|EDITOR] [--tier free|pro] [--suspend | --restore]
import "./tools/check-node";
import { parseArgs } from "node:util";
import { z } from "zod";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import { database } from "@/lib/infra/db";
import { failWith, UserError } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

const USAGE = "npm run user -- HANDLE [--role MEMBER|EDITOR] [--tier free|pro] [--suspend | --restore]";

const change = z.strictObject({
  role: z.enum(["MEMBER", "EDITOR"], "--role is MEMBER or EDITOR").optional(),
  tier: z.enum(["free", "pro"], "--tier is free or pro").optional(),
  suspend: z.boolean().optional(),
  restore: z.boolean().optional(),
});

const { handle, role, tier, suspend, restore } = readArguments();

await visitDatabase(async () => {
  const { prisma } = database();
  const suspendedAt = suspend ? new Date() : restore ? null : undefined;
  const { count } = await prisma.user.updateMany({
    where: { handle, id: { not: PLATFORM_USER_ID } },
    data: { role, tier, suspendedAt },
  });
  if (count === 0) throw new UserError(`Nobody has the handle ${handle}.`);
  const user = await prisma.user.findUniqueOrThrow({ where: { handle } });
  console.log(
    `@${user.handle}, ${user.name}: ${user.role}, tier ${user.tier}${user.suspendedAt ? `, suspended since ${user.suspendedAt.toISOString()}` : ""}`,
  );
});

function readArguments() {
  try {
    const options = {
      role: { type: "string" },
      tier: { type: "string" },
      suspend: { type: "boolean" },
      restore: { type: "boolean" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (!name || rest.length > 0) throw new UserError("Name one account.");
    if (values.suspend && values.restore) throw new UserError("Either --suspend or --restore.");
    const asked = change.safeParse(values);
    if (!asked.success) throw new UserError(asked.error.issues.map(({ message }) => message).join("\n"));
    return { handle: name.replace(/^@/, "").toLowerCase(), ...asked.data };
  } catch (error) {
    return failWith(new UserError(`${(error as Error).message}\n${USAGE}`));
  }
}
