import { describe, expect, test } from "vitest";
import { signInWithPassword } from "@/lib/auth/sign-in";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { findClosed } from "@/lib/domain/accounts/lifecycle/reopening";
import { emailChange, forgottenPassword } from "@/lib/domain/accounts/lifecycle/schema";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { rejectLimitedSignUp, changeSignUpLimits } from "@/lib/domain/deployment/site/sign-up";
import { signUpLimits } from "@/lib/domain/deployment/site/schema";
import { findCredentials } from "@/lib/domain/accounts/users/credentials";
import { normalizeLogin } from "@/lib/domain/accounts/users/rules";
import { email, registration } from "@/lib/domain/accounts/users/schema";
import { newLeaver, password, rowOf, visitor } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { newStaff } from "@/tests/lib/domain/people/moderation/staff";
import { database } from "@/lib/infra/database/db";

describe("an address at a domain of another script", () => {
  test("is stored in ASCII, as mail servers need it, and is one login however its domain is typed", async () => {
    const typed = registration.parse({ name: "Jo", handle: "jo_idn", email: " Jo@MÜNCHEN.example ", password });
    expect(typed.email).toBe("jo@xn--mnchen-3ya.example");
    const { id } = await register(visitor, typed);
    for (const login of ["jo@münchen.example", "JO@mu\u0308nchen。example", "jo@xn--mnchen-3ya.example", "jo_idn"]) {
      expect(await findCredentials(visitor, login), login).toMatchObject({ id });
      expect(await signInWithPassword({ login, password }, { network: "192.0.2.1" }), login).toMatchObject({ id });
    }
    await expect(
      register(visitor, registration.parse({ ...typed, handle: "jo_again", email: "jo@münchen.example" })),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  test("is found by its owner after closing the account", async () => {
    const leaver = await newLeaver();
    const address = `${leaver.actor.handle}@bücher.example`;
    await database().prisma.user.update({ where: { id: leaver.actor.id }, data: { email: email.parse(address) } });
    expect((await rowOf(leaver)).email).toMatch(/^[\x21-\x7e]+$/);
    await closeAccount(leaver, { password });
    expect(await findClosed(visitor, address)).toMatchObject({ id: leaver.actor.id });
  });

  test.each([
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ada@ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["Ada@Straße.example", "ada@xn--strae-oqa.example"],
  ])("can be entered in every form: %s", (typed, stored) => {
    expect(forgottenPassword.parse({ email: typed })).toEqual({ email: stored });
    expect(emailChange.parse({ email: typed })).toEqual({ email: stored });
  });

  test.each([
    "ada@é.com/x",
    "ada@é.com:80",
    "ada@é%2ecom",
    "ada@é..com",
    "ada@-é-",
    "é@",
    "ada@１２７.０.０.１",
    "ad é@é.com",
  ])("has nothing beside the domain: %s", (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
    expect(() => normalizeLogin(typed)).not.toThrow();
  });

  test("is within the bounds of an address in the form in which it is stored", () => {
    expect(email.safeParse(`ada@${"ü".repeat(50)}.example`).success).toBe(true);
    expect(email.safeParse(`ada@${Array(20).fill("日本語日本語").join(".")}.example`).success).toBe(false);
  });

  test("cannot sign up if the domain is blocked, however it is typed and whoever names it", async () => {
    const admin = await newStaff("ADMIN");
    const limits = signUpLimits.parse({ networks: [], mailDomains: ["Müll.example"] });
    expect(limits.mailDomains).toEqual(["xn--mll-hoa.example"]);
    await changeSignUpLimits(admin, limits);
    for (const address of ["a@müll.example", "a@post.müll.example", "a@xn--mll-hoa.example"])
      await expect(rejectLimitedSignUp(visitor, address), address).rejects.toMatchObject({ code: "forbidden" });
    await changeSignUpLimits(admin, { networks: [], mailDomains: [] });
  });
});
