"use client";

import { useEffect, useState } from "react";
import { useDone } from "@/components/shell/use-done";
import { Button, disabledWithFocus } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { describeSubscription } from "@/lib/client/push/subscription";
import { currentSubscription, pushAbility, subscribeBrowser } from "@/lib/client/push/this-browser";

/** The state of push in this browser. `checking` until the page can ask it. */
type Push = { phase: "checking" | "unsupported" | "blocked" | "off" } | { phase: "on"; subscription: PushSubscription };

const EXPLANATIONS: Record<Push["phase"], string> = {
  checking: "Looking at what this browser allows …",
  unsupported:
    "This browser can’t be notified. On an iPhone or iPad, add this site to the home screen first, and open it there.",
  blocked: "Notifications are blocked for this site. Allow them in the browser’s settings, then reload this page.",
  off: "Be notified here also while the site is closed.",
  on: "You’re notified here, also while the site is closed.",
};

interface ThisDeviceProps {
  applicationServerKey: string;
  /** Whether the private words are shown here; null if the session has no subscription. */
  showsPrivate: boolean | null;
}

/** Turns push on and off for the browser that shows the page. */
export function ThisDevice({ applicationServerKey, showsPrivate }: ThisDeviceProps) {
  const done = useDone();
  const [push, setPush] = useState<Push>({ phase: "checking" });
  const [isPending, setPending] = useState(false);
  const isSubscribed = showsPrivate !== null;

  useEffect(() => {
    let isWanted = true;
    void findPush(isSubscribed).then((found) => isWanted && setPush(found));
    return () => void (isWanted = false);
  }, [isSubscribed]);

  async function run(act: () => Promise<void>) {
    setPending(true);
    await act().catch((error: unknown) => {
      toastStore.add({ text: error instanceof CallError ? error.message : UNREACHED, tone: "bad" });
    });
    setPending(false);
  }

  const turnOn = () =>
    run(async () => {
      const subscription = await subscribeBrowser(applicationServerKey);
      if (!subscription) return setPush(await findPush(false));
      await call("PUT /api/push/subscription", describeSubscription(subscription));
      setPush({ phase: "on", subscription });
      done("You’ll be notified on this device.");
    });

  const turnOff = (subscription: PushSubscription) =>
    run(async () => {
      await call("DELETE /api/push/subscription");
      await subscription.unsubscribe();
      setPush({ phase: "off" });
      done("You won’t be notified on this device.");
    });

  const choose = (subscription: PushSubscription, shows_private: boolean) =>
    run(async () => {
      await call("PUT /api/push/subscription", { ...describeSubscription(subscription), shows_private });
      done("Saved.");
    });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-(--control) flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="max-w-90 text-muted">
          {EXPLANATIONS[push.phase]}
        </p>
        {push.phase === "off" && (
          <Button variant="primary" pending={isPending} onClick={turnOn}>
            Turn on
          </Button>
        )}
        {push.phase === "on" && (
          <Button pending={isPending} onClick={() => turnOff(push.subscription)}>
            Turn off
          </Button>
        )}
      </div>
      {push.phase === "on" && (
        <Checkbox
          label="Show private words"
          hint="What is said in rooms and in posts that aren’t public, to whoever sees this screen."
          defaultChecked={showsPrivate ?? false}
          onChange={({ currentTarget }) => choose(push.subscription, currentTarget.checked)}
          {...(isPending && disabledWithFocus)}
        />
      )}
    </div>
  );
}

const UNREACHED = "This browser’s push service couldn’t be reached. Try again later.";

/** It is on only where both the browser and the server have the subscription. */
async function findPush(isSubscribed: boolean): Promise<Push> {
  const ability = pushAbility();
  if (ability !== "able") return { phase: ability };
  const subscription = isSubscribed ? await currentSubscription().catch(() => null) : null;
  return subscription ? { phase: "on", subscription } : { phase: "off" };
}
