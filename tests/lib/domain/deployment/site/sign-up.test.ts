import { expect, test } from "vitest";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext } from "@/lib/domain/kernel/context";
import { signUpLimits } from "@/lib/domain/deployment/site/schema";
import { changeSignUpLimits, getSignUpLimits } from "@/lib/domain/deployment/site/sign-up";
import { database } from "@/lib/infra/database/db";
import { newStaff } from "../../people/moderation/staff";

let made = 0;
const from = (clientIp: string, domain = "example.com") => {
  const handle = `new_${++made}`;
  const person = { name: "New", handle, email: `${handle}@${domain}`, password: "four words make one" };
  return register(createContext({ actor: null, channel: "session", clientIp }), person);
};

test("closes sign-up to networks and mail domains, to nobody else, and records it in the audit log", async () => {
  const [admin, moderator] = [await newStaff("ADMIN"), await newStaff()];
  const limits = { networks: ["192.0.2.0/24", "198.51.100.7", "2001:db8::/32"], mailDomains: ["junk.example"] };
  await expect(changeSignUpLimits(moderator, limits)).rejects.toMatchObject({ code: "forbidden" });
  for (const _again of [1, 2]) await changeSignUpLimits(admin, limits);
  expect(await database().prisma.auditEntry.count({ where: { action: "setting.changed" } })).toBe(1);
  expect(await getSignUpLimits(admin)).toEqual(limits);
  const closed = { code: "forbidden" };
  for (const ip of ["192.0.2.200", "198.51.100.7", "2001:db8:1:2::/64"])
    await expect(from(ip), ip).rejects.toMatchObject(closed);
  for (const domain of ["junk.example", "very.junk.example"])
    await expect(from("203.0.113.1", domain), domain).rejects.toMatchObject(closed);
  for (const ip of ["198.51.100.8", "2001:db9:1:2::/64", "unknown"]) expect(await from(ip)).toMatchObject({});
  expect(await from("203.0.113.1", "notjunk.example")).toMatchObject({});
  expect(await database().prisma.auditEntry.findFirst({ where: { action: "setting.changed" } })).toMatchObject({
    actorId: admin.actor.id,
    details: { setting: "sign-up-limits", mailDomains: "junk.example" },
  });
  await changeSignUpLimits(admin, { networks: [], mailDomains: [] });
  expect(await from("192.0.2.200", "junk.example")).toMatchObject({});
});

test("names every entry that is not a network or domain", () => {
  const { error } = signUpLimits.safeParse({ networks: ["192.0.2.0/24", "here"], mailDomains: ["no domain", "x"] });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["networks.1", "mailDomains.0", "mailDomains.1"]);
});
