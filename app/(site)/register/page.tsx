import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { textParameter } from "@/app/(site)/query-parameters";
import { AuthCard } from "@/components/account/auth-card";
import { Providers } from "@/components/account/providers";
import { RegisterForm } from "@/components/account/register-form";
import { PolicyConsent } from "@/components/policies/policy-consent";
import { ErrorNote } from "@/components/ui/error-note";
import { currentActor, visitorContext } from "@/lib/auth/page-context";
import { ownPath } from "@/lib/auth/own-path";
import { oauthProviders } from "@/lib/auth/providers";
import { findOpenInvitation } from "@/lib/domain/accounts/sign-ups/invitation-links";
import { readSignUpSettings } from "@/lib/domain/deployment/site/sign-up";
import { currentSite } from "@/lib/domain/deployment/site/current";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSite();
  return { title: "Create an account", description: `Join ${name}: post, build, and drop the ball.` };
}

const INVITED = { title: "Find your peg", hasForm: true, note: "You’re invited. Create your account here." };
/** `note`: why there is no form, or what happens after it was sent. */
const MODES = {
  open: { ...INVITED, note: null },
  approval: {
    ...INVITED,
    note: "The people who run this site review each request before they create an account.",
  },
  invite: {
    title: "By invitation",
    hasForm: false,
    note: "You need an invitation to join. Ask somebody who has an account for a link.",
  },
  closed: {
    title: "No new accounts",
    hasForm: false,
    note: "This site isn’t accepting new accounts right now. You can still read everything public.",
  },
};

export default async function RegisterPage({ searchParams }: PageProps<"/register">) {
  const query = await searchParams;
  const callbackURL = ownPath(query.callbackURL);
  if (await currentActor()) redirect(callbackURL);
  const ctx = await visitorContext();
  const { mode, proof } = await readSignUpSettings(ctx);
  const given = mode === "closed" ? undefined : textParameter(query.invitation);
  const isInvited = given !== undefined && (await findOpenInvitation(ctx, given)) !== null;
  const { title, note, hasForm } = isInvited ? INVITED : MODES[mode];
  return (
    <AuthCard
      title={title}
      other={{
        question: "Been here before?",
        href: `/login?callbackURL=${encodeURIComponent(callbackURL)}`,
        label: "Sign in",
      }}
    >
      {given !== undefined && !isInvited && (
        <ErrorNote className="mb-5">
          This invitation doesn’t work any more: it was used or revoked, or it is too old. Ask whoever sent it for
          another.
        </ErrorNote>
      )}
      {mode === "open" && !isInvited && <Providers providers={oauthProviders()} callbackURL={callbackURL} />}
      {note && <p className={hasForm ? "mb-5 text-muted" : "text-muted"}>{note}</p>}
      {hasForm && (
        <RegisterForm
          callbackURL={callbackURL}
          asksProof={proof !== "never"}
          isRequest={mode === "approval" && !isInvited}
          invitation={isInvited ? given : undefined}
        />
      )}
      {hasForm && <PolicyConsent policies={(await currentSite()).policies} />}
    </AuthCard>
  );
}
