import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fieldPath, fieldProblem } from "@/lib/http/body/field";

const schema = z.strictObject({
  name: z.string().max(3),
  size: z.int().min(1).max(1_000_000),
  share: z.number().gt(0).lt(1),
  colour: z.enum(["red", "green"]),
  item: z.literal("pet"),
  shown: z.boolean(),
  parts: z.array(z.string()).min(1).max(2),
  price: z.int().nullable(),
});
const good = { name: "ada", size: 1, share: 0.5, colour: "red", item: "pet", shown: true, parts: ["a"], price: null };
const problemsOf = (change: object) =>
  schema.safeParse({ ...good, ...change }, { error: fieldProblem }).error?.issues.map(({ message }) => message);

describe("a field's problem", () => {
  test.each([
    [{ name: undefined }, "name is required"],
    [{ name: 1 }, "name must be text"],
    [{ name: "adas" }, "name must have at most 3 characters"],
    [{ size: "1" }, "size must be a whole number"],
    [{ size: 1.5 }, "size must be a whole number"],
    [{ size: 0 }, "size must be at least 1"],
    [{ size: 1_000_001 }, "size must be at most 1,000,000"],
    [{ share: "1" }, "share must be a number"],
    [{ share: 0 }, "share must be more than 0"],
    [{ share: 1 }, "share must be less than 1"],
    [{ colour: "blue" }, "colour must be one of red, green"],
    [{ colour: undefined }, "colour is required"],
    [{ item: "cat" }, "item must be pet"],
    [{ shown: "yes" }, "shown must be true or false"],
    [{ parts: "a" }, "parts must be a list"],
    [{ parts: [] }, "parts must have at least 1 entry"],
    [{ parts: ["a", 2] }, "parts[1] must be text"],
    [{ price: "free" }, "price must be a whole number"],
  ])("of %j is explained with its fix", (change, words) => {
    expect(problemsOf(change)).toEqual([words]);
  });

  test("is reported for every field at once", () => {
    expect(schema.safeParse({}, { error: fieldProblem }).error?.issues).toHaveLength(8);
  });

  test("keeps a schema's own message", () => {
    const own = z.object({ name: z.string({ error: "Say who you are" }).min(2, "Too short for a name") });
    const say = (name: unknown) => own.safeParse({ name }, { error: fieldProblem }).error?.issues[0]?.message;
    expect([say(undefined), say("a")]).toEqual(["Say who you are", "Too short for a name"]);
  });
});

test("formats paths with dots and indexes", () => {
  expect(fieldPath(["parts", 2, "size"])).toBe("parts[2].size");
});
