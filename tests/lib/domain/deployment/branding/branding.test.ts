import { afterEach, describe, expect, test } from "vitest";
import { closeByDecision } from "@/lib/domain/accounts/lifecycle/closing";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import {
  changeBranding,
  getBranding,
  prepareLogo,
  removeLogo,
  setLogo,
} from "@/lib/domain/deployment/branding/commands";
import { brandingChange } from "@/lib/domain/deployment/branding/schema";
import { inTransaction } from "@/lib/domain/kernel/context";
import { beginTotp } from "@/lib/domain/accounts/factors/totp";
import { composeLetter } from "@/lib/domain/accounts/mail/letters";
import { openImage } from "@/lib/domain/writing/media/queries";
import { currentSite, forgetSite } from "@/lib/domain/deployment/site/current";
import { changeProfile } from "@/lib/domain/accounts/users/profile";
import { handle, personName } from "@/lib/domain/accounts/users/schema";
import { PLATFORM_NAME, PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { noteSiteName } from "@/lib/domain/accounts/users/site-name";
import { database } from "@/lib/infra/database/db";
import { png } from "../../writing/media/images";
import { newPerson } from "@/tests/support/people";
import { expectAllRejected } from "@/tests/support/rejections";
import { newStaff } from "../../people/moderation/staff";

const { prisma } = database();

afterEach(async () => {
  await prisma.user.update({ where: { id: PLATFORM_USER_ID }, data: { name: PLATFORM_NAME, image: null } });
  noteSiteName(PLATFORM_NAME);
  forgetSite();
});

test("a site has the product's name and logo until an admin changes them, which the audit log records", async () => {
  const admin = await newStaff("ADMIN");
  expect(await currentSite()).toMatchObject({ name: "Pegboard", logo: null });
  expect(await changeBranding(admin, { name: "The Workshop" })).toEqual({ name: "The Workshop", logo: null });
  await changeBranding(admin, { name: "The Workshop" });
  expect((await currentSite()).name).toBe("The Workshop");
  const entries = await prisma.auditEntry.findMany({ where: { action: "setting.changed", actorId: admin.actor.id } });
  expect(entries.map(({ details }) => details)).toEqual([
    { setting: "site-name", from: "Pegboard", to: "The Workshop" },
  ]);
  const letter = composeLetter("ltr_1", "test", { email: "ada@mail.example", handle: "ada" });
  expect(letter.text).toContain("-- \nThe Workshop");
  expect(letter.html).toContain(">The Workshop</p>");
});

test("a name is a visible line of bounded length", () => {
  for (const name of ["", " ", "\u200b", "a\u202eb", "x".repeat(31)])
    expect(brandingChange.safeParse({ name }).success, JSON.stringify(name)).toBe(false);
  expect(brandingChange.parse({ name: "  Made   here " })).toEqual({ name: "Made here" });
});

test("everybody sees a logo, which outlives its uploader's account, and ends with the next one", async () => {
  const [admin, visitor] = [await newStaff("ADMIN"), await newPerson()];
  const change = async () =>
    setLogo(admin, undefined, await prepareLogo(admin, { file: { bytes: new Uint8Array(await png()) } }));
  const first = (await change()).logo!;
  const idOf = (path: string) => path.split("/").at(-1)!;
  await inTransaction(admin, (tx) => closeByDecision(tx, { closedBy: admin.actor.id }));
  expect(await openImage({ ...visitor, actor: null }, { id: idOf(first) })).toMatchObject({ isPublic: true });
  const second = (await change()).logo!;
  expect((await currentSite()).logo).toBe(second);
  await expect(openImage(visitor, { id: idOf(first) })).rejects.toMatchObject({ code: "not_found" });
  for (const _again of [1, 2]) expect(await removeLogo(admin)).toMatchObject({ logo: null });
  const entries = await prisma.auditEntry.findMany({ where: { action: "setting.changed", actorId: admin.actor.id } });
  expect(entries.map(({ details }) => (details as { image: string | null }).image).toSorted()).toEqual(
    [idOf(first), idOf(second), null].toSorted(),
  );
  await expect(openImage(visitor, { id: idOf(second) })).rejects.toMatchObject({ code: "not_found" });
});

test("only admins change name and logo", async () => {
  const upload = { file: { bytes: new Uint8Array(await png()) } };
  for (const ctx of [await newStaff("MODERATOR"), await newPerson()]) {
    const acts = [getBranding(ctx), changeBranding(ctx, { name: "Mine" }), removeLogo(ctx), prepareLogo(ctx, upload)];
    await expectAllRejected(acts, { code: "forbidden" });
  }
});

describe("nobody can use the site's name", () => {
  const accepts = (name: string) => personName.safeParse(name).success;

  test("nor a lookalike of it, nor a name that begins with it", () => {
    noteSiteName("The Workshop");
    for (const name of [
      "The Workshop",
      "the w0rkshop",
      "TheWorkshop",
      "Thе Workshop",
      "The Workshop Support",
      "Pegboard",
    ])
      expect(accepts(name), name).toBe(false);
    for (const name of ["Theo Workman", "Workshop", "The Work"]) expect(accepts(name), name).toBe(true);
    expect(handle.safeParse("the_workshop").success).toBe(false);
  });

  test("not even in a process that has rendered no page since an admin chose it", async () => {
    await prisma.user.update({ where: { id: PLATFORM_USER_ID }, data: { name: "The Workshop" } });
    const person = await newPerson();
    const unread = () => Reflect.deleteProperty(globalThis, Symbol.for("pegboard.site-name"));
    const own = (param: string) => ({ code: "invalid_request", details: { issues: [{ param }] } });
    unread();
    expect(accepts("The Workshop")).toBe(true);
    await expect(changeProfile(person, { name: "The W0rkshop" })).rejects.toMatchObject(own("name"));
    unread();
    await expect(changeProfile(person, { handle: "the_workshop" })).rejects.toMatchObject(own("handle"));
    unread();
    const newcomer = { name: "The Workshop", handle: "new", email: "new@mail.example", password: "x".repeat(12) };
    await expect(register({ ...person, actor: null }, newcomer)).rejects.toMatchObject(own("name"));
    unread();
    const known = { provider: "github", providerAccountId: "workshop" };
    const id = await accountOfOAuth({ ...person, actor: null }, known, { name: "The Workshop" });
    expect(await prisma.user.findUnique({ where: { id } })).toMatchObject({ name: "New here" });
    unread();
    expect((await beginTotp(person, { name: "Phone" })).uri).toContain("The%20Workshop");
  });

  test("a short name is only reserved as a whole, and letters without lookalikes are compared as they are", () => {
    noteSiteName("Ada");
    expect([accepts("Ada"), accepts("ADA"), accepts("Ada Moreno"), accepts("Adamina")]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    noteSiteName("工房");
    expect([accepts("工房"), accepts("山田"), accepts("Ada")]).toEqual([false, true, true]);
  });
});
