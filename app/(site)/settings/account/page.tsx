import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { CloseAccount } from "@/components/account/close-account";
import { EmailSettings } from "@/components/account/email/email-settings";
import { PasswordForm } from "@/components/account/password-form";
import { SessionList } from "@/components/account/session-list";
import { DiscordSettings } from "@/components/guilds/discord-settings";
import { ImportSettings } from "@/components/imports/import-settings";
import { LinkButton } from "@/components/ui/button";
import { Lead, Section } from "@/components/ui/section";
import { LINKED_PATH } from "@/lib/auth/linking";
import { requireContext } from "@/lib/auth/require";
import { getEmailSettings } from "@/lib/domain/accounts/lifecycle/verification";
import { getFactorSettings } from "@/lib/domain/accounts/factors/queries";
import { isDiscordSetUp } from "@/lib/domain/play/guilds/discord-api";
import { listImports } from "@/lib/domain/accounts/imports/queries";
import { isLinked, listOwnMemberships } from "@/lib/domain/play/guilds/queries";
import { listLiveKeys } from "@/lib/domain/accounts/keys/queries";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { listSessions } from "@/lib/domain/accounts/users/sessions";

export const metadata: Metadata = { title: "Account settings" };

export default async function AccountSettingsPage({ searchParams }: PageProps<"/settings/account">) {
  const ctx = await requireContext("/settings/account");
  const { discord } = await searchParams;
  const [{ data: sessions }, { data: keys }, email, { hasPassword }, { data: imports }] = await Promise.all([
    listSessions(ctx),
    listLiveKeys(ctx),
    getEmailSettings(ctx),
    getFactorSettings(ctx),
    listImports(ctx),
  ]);
  return (
    <>
      <EmailSettings settings={email} hasMail={isMailSetUp()} />
      <Section id="password" title="Password" className="max-w-130">
        <PasswordForm handle={ctx.actor.handle} keys={keys} />
      </Section>
      {isDiscordSetUp() && (
        <DiscordSettings
          linked={await isLinked(ctx)}
          memberships={await listOwnMemberships(ctx)}
          linkedPath={LINKED_PATH}
          outcome={textParameter(discord)}
        />
      )}
      <SessionList sessions={sessions} />
      <Section id="export" title="Your data">
        <Lead>
          Everything you’ve written and collected here, with your pictures, in one ZIP file. For programs, the same
          without pictures in one JSON file.
        </Lead>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/api/account/archive" download="pegboard.zip" prefetch={false}>
            Download everything
          </LinkButton>
          <LinkButton href="/api/account/export" download="pegboard.json" variant="bare" prefetch={false}>
            Only the JSON
          </LinkButton>
        </div>
      </Section>
      <ImportSettings imports={imports} />
      <CloseAccount hasPassword={hasPassword} />
    </>
  );
}
