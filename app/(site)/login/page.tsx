import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/account/auth-card";
import { LoginForm, ProviderCodeForm, ReopenForm } from "@/components/account/login-form";
import { PasskeySignIn } from "@/components/account/passkey-button";
import { Providers } from "@/components/account/providers";
import { ErrorNote } from "@/components/ui/error-note";
import { currentActor, visitorContext } from "@/lib/auth/page-context";
import { nextStepOf } from "@/lib/auth/next-step";
import { ownPath } from "@/lib/auth/own-path";
import { oauthProviders } from "@/lib/auth/providers";
import { signInMessage, suspensionPath } from "@/lib/client/sign-in-messages";
import { secondFactorOf } from "@/lib/domain/accounts/factors/queries";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const query = await searchParams;
  const callbackURL = ownPath(query.callbackURL);
  if (await currentActor()) redirect(callbackURL);
  const error = typeof query.error === "string" ? query.error : null;
  const suspension = suspensionPath(error);
  if (suspension !== undefined) redirect(suspension);
  const { step, userId } = nextStepOf((await headers()).get("cookie")) ?? {};
  if (step === "reopen" && query.step === step)
    return (
      <AuthCard title="Open your account again?">
        <ReopenForm callbackURL={callbackURL} />
      </AuthCard>
    );
  if (step === "second-factor" && query.step === step && userId !== undefined)
    return (
      <AuthCard title="One more step">
        <ProviderCodeForm
          callbackURL={callbackURL}
          factor={(await secondFactorOf(await visitorContext(), userId)) ?? "code"}
        />
      </AuthCard>
    );
  return (
    <AuthCard
      title="Welcome back"
      other={{
        question: "New here?",
        href: `/register?callbackURL=${encodeURIComponent(callbackURL)}`,
        label: "Create an account",
      }}
    >
      {query.error && <ErrorNote className="mb-5">{signInMessage(error)}</ErrorNote>}
      <Providers providers={oauthProviders()} callbackURL={callbackURL} />
      <LoginForm callbackURL={callbackURL} />
      <div className="mt-3">
        <PasskeySignIn callbackURL={callbackURL} autofills />
      </div>
    </AuthCard>
  );
}
