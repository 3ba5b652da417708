import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/account/auth-card";
import { LoginForm } from "@/components/account/login-form";
import { PasskeyButton } from "@/components/account/passkey-button";
import { Providers } from "@/components/account/providers";
import { ErrorNote } from "@/components/ui/error-note";
import { currentActor } from "@/lib/auth/current";
import { ownPath } from "@/lib/auth/own-path";
import { oauthProviders } from "@/lib/auth/providers";
import { signInMessage } from "@/lib/client/sign-in-messages";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const query = await searchParams;
  const callbackURL = ownPath(query.callbackURL);
  if (await currentActor()) redirect(callbackURL);
  return (
    <AuthCard
      title="Welcome back"
      other={{
        question: "New here?",
        href: `/register?callbackURL=${encodeURIComponent(callbackURL)}`,
        label: "Create an account",
      }}
    >
      {query.error && (
        <ErrorNote className="mb-5">{signInMessage(typeof query.error === "string" ? query.error : null)}</ErrorNote>
      )}
      <Providers providers={oauthProviders()} callbackURL={callbackURL} />
      <LoginForm callbackURL={callbackURL} />
      <div className="mt-3">
        <PasskeyButton callbackURL={callbackURL} autofills />
      </div>
    </AuthCard>
  );
}
