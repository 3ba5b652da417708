import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tab } from "@/lib/client/shared-work";
import { eventually } from "@/tests/support/eventually";

/** Of a browser: whoever asks gets a lock once all who asked for it before have given it back. */
function lockManager() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, work: () => unknown) {
      const turn = (last.get(name) ?? Promise.resolve()).then(() => {
        signal.throwIfAborted();
        return work();
      });
      last.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

beforeEach(() => {
  vi.stubGlobal("navigator", { locks: lockManager() });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("window", new EventTarget());
});
let disconnect: (() => void)[] = [];
afterEach(() => {
  for (const each of disconnect) each();
  disconnect = [];
  vi.unstubAllGlobals();
});

/** A tab with its own modules, as far as it is visible, and what its work was told. */
async function openTab(account = "ada") {
  vi.resetModules();
  const { connectTabs, endWork, shareAmongTabs } = await import("@/lib/client/tabs");
  const told: string[] = [];
  let tab: Tab<string> | undefined;
  shareAmongTabs("work", (created: Tab<string>) => {
    tab = created;
    return {
      hiddenForMs: 0,
      wants: () => ["unread"],
      workFor: () => void told.push("work"),
      latest: () => undefined,
      stop: () => void told.push("stop"),
      receive: (news: string) => void told.push(news),
    };
  });
  const connect = () => void disconnect.push(connectTabs(account));
  connect();
  return { told, connect, endWork, share: (news: string) => tab?.share(news) };
}

test("a tab whose session has ended gives up the lead, and gets nothing that others share", async () => {
  const ended = await openTab();
  await eventually(() => expect(ended.told).toContain("work"));
  const signedIn = await openTab();
  const other = await openTab();
  ended.endWork();
  ended.connect();
  await eventually(() => expect(signedIn.told).toContain("work"));
  expect(other.told).not.toContain("work");
  signedIn.share("3 unread");
  await eventually(() => expect(other.told).toContain("3 unread"));
  expect(ended.told).not.toContain("3 unread");
});

test("tabs of two accounts share nothing", async () => {
  const [ada, bob] = [await openTab("ada"), await openTab("bob")];
  await eventually(() =>
    expect([ada.told, bob.told]).toEqual([expect.arrayContaining(["work"]), expect.arrayContaining(["work"])]),
  );
  const another = await openTab("bob");
  bob.share("3 unread");
  await eventually(() => expect(another.told).toContain("3 unread"));
  expect(ada.told).not.toContain("3 unread");
});

test("tabs that an older release rendered share nothing with those of this one", async () => {
  const tab = await openTab();
  await eventually(() => expect(tab.told).toEqual(["work"]));
  const old = new BroadcastChannel("pegboard:ada");
  disconnect.push(() => old.close());
  old.postMessage({ name: "work", message: { type: "want", sections: ["unread"], now: true } });
  const other = await openTab();
  tab.share("3 unread");
  await eventually(() => expect(other.told).toContain("3 unread"));
  expect(tab.told).toEqual(["work", "work"]);
});
