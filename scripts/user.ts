// Shows or changes what an account may do:
//   npm run user -- HANDLE [--role MEMBER|EDITOR|MODERATOR|ADMIN] [--tier free|pro]
//                   [--suspend | --restore] [--reset-2fa]
import "./tools/check-node";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createContext } from "@/lib/domain/kernel/context";
import { resetFactors } from "@/lib/domain/accounts/factors/commands";
import { changeAccount } from "@/lib/domain/people/moderation/decisions";
import { failWith, UserError } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

const USAGE =
  "npm run user -- HANDLE [--role MEMBER|EDITOR|MODERATOR|ADMIN] [--tier free|pro] [--suspend | --restore] [--reset-2fa]";

const ROLES = ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const;

const change = z.strictObject({
  role: z.enum(ROLES, `--role is one of ${ROLES.join(", ")}`).optional(),
  tier: z.enum(["free", "pro"], "--tier is free or pro").optional(),
  suspend: z.boolean().optional(),
  restore: z.boolean().optional(),
  "reset-2fa": z.boolean().optional(),
});

const { handle, role, tier, suspend, restore, "reset-2fa": resets } = readArguments();

await visitDatabase(async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  const user = await changeAccount(ctx, {
    handle,
    role,
    tier,
    suspended: suspend ? true : restore ? false : undefined,
  });
  if (!user) throw new UserError(`Nobody has the handle ${handle}.`);
  if (resets) await resetFactors({ ...ctx, actor: user });
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
      "reset-2fa": { type: "boolean" },
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
