import { beforeAll, describe, expect, test } from "vitest";
import { pageOf } from "@/lib/openapi/document/describe-operation";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { ask, CASES } from "./cases";
import { FIXTURES } from "./fixtures";
import { LISTS } from "./lists";

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

describe.each(CASES)("$name", ({ name, operation }) => {
  test("returns exactly the fields that its schema declares", async () => {
    await LISTS[name]?.(account);
    const { text, json } = await ask(operation, await FIXTURES[name](account), { key: account.key });
    if (operation.returns === null) return expect(text).toBe("");
    const schema = operation.paginated ? pageOf(operation.returns) : operation.returns;
    const declared = schema.safeParse(json);
    expect(declared.error?.issues).toBeUndefined();
    // The schema drops unknown fields, so an undeclared one shows as a difference.
    expect(json).toEqual(declared.data);
  });
});
