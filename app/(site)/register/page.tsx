import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/account/auth-card";
import { Providers } from "@/components/account/providers";
import { RegisterForm } from "@/components/account/register-form";
import { PolicyConsent } from "@/components/policies/policy-consent";
import { currentActor } from "@/lib/auth/current";
import { ownPath } from "@/lib/auth/own-path";
import { oauthProviders } from "@/lib/auth/providers";
import { currentSite } from "@/lib/domain/site/current";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSite();
  return { title: "Create an account", description: `Join ${name}: post, build, and drop the ball.` };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RegisterPage({ searchParams }: Props) {
  const callbackURL = ownPath((await searchParams).callbackURL);
  if (await currentActor()) redirect(callbackURL);
  return (
    <AuthCard
      title="Find your peg"
      other={{
        question: "Been here before?",
        href: `/login?callbackURL=${encodeURIComponent(callbackURL)}`,
        label: "Sign in",
      }}
    >
      <Providers providers={oauthProviders()} callbackURL={callbackURL} />
      <RegisterForm callbackURL={callbackURL} />
      <PolicyConsent policies={(await currentSite()).policies} />
    </AuthCard>
  );
}
