import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formFailure } from "@/components/ui/failure-note";
import { CallError } from "@/lib/client/call-error";
import { PendingRow } from "@/components/rooms/message-list";

test("a message that is refused after the session ended stays, and offers to sign in without leaving the room", () => {
  const failure = formFailure(new CallError("signed-out", "You’re signed out. Sign in and try again."));
  const message = { key: "k1", content: "Mind the ball", replyTo: null, failure };
  const html = renderToStaticMarkup(<PendingRow message={message} onRetry={() => {}} onDiscard={() => {}} />);
  expect(html).toContain("Mind the ball");
  expect(html).toMatch(/<a href="\/login\?callbackURL=%2F" target="_blank"/);
});
