import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ComponentProps, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RemovePasskey } from "@/components/account/security/factor-dialogs";
import { AppRow } from "@/components/developer/app-panel";
import { GrantedAppRow } from "@/components/apps/granted-app-row";
import { KeyRow } from "@/components/developer/key-panel";

const name = "Backup script";
const at = new Date(0).toISOString();

const ROWS: [what: string, row: ReactNode][] = [
  [
    "a key",
    <KeyRow key="key" apiKey={{ ...some<ComponentProps<typeof KeyRow>["apiKey"]>(), scopes: [], oldSecrets: [] }} />,
  ],
  [
    "an app of one’s own",
    <AppRow
      key="app"
      app={{ ...some<ComponentProps<typeof AppRow>["app"]>(), redirectUris: [], confidential: true }}
    />,
  ],
  [
    "an app that acts for one",
    <GrantedAppRow
      key="grant"
      app={{ ...some<ComponentProps<typeof GrantedAppRow>["app"]>(), scopes: [], vouchedBy: "example.com" }}
    />,
  ],
  ["a passkey", <RemovePasskey key="passkey" passkey={{ id: "1", name }} />],
];

test.each(ROWS)("the buttons of %s name the row that they act on", (_, row) => {
  const html = renderToStaticMarkup(<AppRouterContext value={{} as never}>{row}</AppRouterContext>);
  const dialogs = html.match(/<button[^>]*aria-haspopup="dialog"[^>]*>/g);
  expect(dialogs).not.toBeNull();
  for (const button of dialogs!) expect(button).toContain(name);
});

function some<Row>(): Row {
  return { id: "1", name, createdAt: at, lastUsedAt: null, expiresAt: null, prefix: "pb_live_", suffix: "abcd" } as Row;
}
