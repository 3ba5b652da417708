import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { createContext } from "@/lib/domain/context";
import { register } from "@/lib/domain/users/commands";

const PASSWORD = "a board with five cups";
const at = (login: string) => (password: string) => signInWithPassword({ login, password }, {}).then((person) => (person ? "in" : "wrong"), () => "refused");

async function newMember(): Promise<string> {
  const handle = `m_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await register(createContext({ actor: null, door: "app" }), { name: "Mel", handle, email: `${handle}@example.org`, password: PASSWORD });
  return handle;
}

describe("signing in", () => {
  test("looks at ten wrong passwords of an account and no more, however many come at once", async () => {
    const guess = at(await newMember());
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(`wrong ${n} of many`)));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(10);
    expect(answers.filter((answer) => answer === "refused")).toHaveLength(30);
    expect(await guess(PASSWORD)).toBe("refused");
  });

  test("counts no sign-in that was right", async () => {
    const guess = at(await newMember());
    for (let time = 0; time < 15; time++) expect(await guess(PASSWORD)).toBe("in");
  });
});
