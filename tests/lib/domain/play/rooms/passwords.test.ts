import { describe, expect, test } from "vitest";
import { changeRoom } from "@/lib/domain/play/rooms/commands";
import { checkEntry } from "@/lib/domain/play/rooms/membership";
import { MAX_PASSWORD_FAILURES, PASSWORD_FAILURE_WINDOW_MS } from "@/lib/domain/play/rooms/rules";
import { later, newPerson } from "@/tests/support/people";
import { stopClock } from "@/tests/support/stopped-clock";
import { eventsOf, join, openRoom, roomOfTwo, storedRoom } from "./people";

stopClock();

describe("a password", () => {
  test("is stored as a hash, and required of everybody except members", async () => {
    const { host, guest, code } = await roomOfTwo({ password: "brass pegs" });
    expect((await storedRoom(code)).passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(await eventsOf(code))).not.toContain("brass pegs");
    await expect(join(await newPerson(), code)).rejects.toMatchObject({ code: "forbidden" });
    await expect(join(guest, code)).resolves.toMatchObject({ room: { hasPassword: true } });
    await expect(join(host, code)).resolves.toBeDefined();
  });

  test("cannot be brute-forced: after ten tries even the right one is rejected for a while", async () => {
    const { code } = await openRoom(await newPerson(), { password: "brass pegs" });
    const guesser = await newPerson();
    const guesses = Array.from({ length: MAX_PASSWORD_FAILURES + 5 }, (_, n) => join(guesser, code, `guess ${n}`));
    const codes = (await Promise.allSettled(guesses)).map((result) =>
      result.status === "rejected" ? (result.reason as { code: string }).code : "in",
    );
    expect(codes.filter((of) => of === "forbidden")).toHaveLength(MAX_PASSWORD_FAILURES);
    expect(codes.filter((of) => of === "rate_limited")).toHaveLength(5);
    await expect(join(guesser, code, "brass pegs")).rejects.toMatchObject({ code: "rate_limited" });
    await expect(join(await newPerson(), code, "brass pegs")).resolves.toBeDefined();
    const afterwards = later(guesser, PASSWORD_FAILURE_WINDOW_MS / 1000 + 1);
    await expect(join(afterwards, code, "brass pegs")).resolves.toBeDefined();
  });

  test("that changes between the check and the entry lets nobody in", async () => {
    const host = await newPerson();
    const { code } = await openRoom(host, { password: "brass" });
    const guest = await newPerson();
    const checked = await checkEntry(guest, { code, password: "brass" });
    await changeRoom(host, { code }, { passwordHash: "another" });
    const { joinRoom } = await import("@/lib/domain/play/rooms/membership");
    await expect(joinRoom(guest, { code, password: "brass" }, checked)).rejects.toMatchObject({ code: "forbidden" });
  });
});
