import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { AuthCard } from "@/components/account/auth-card";
import { AllowApp } from "@/components/apps/allow-app";
import { ScopeList, Voucher } from "@/components/apps/scope-list";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorNote } from "@/components/ui/error-note";
import { requireContext } from "@/lib/auth/require";
import { checkAuthorization, denialOf, type RejectedRequest } from "@/lib/domain/accounts/apps/authorization";
import { voucherOf } from "@/lib/domain/accounts/apps/clients";
import { authorizationParameters } from "@/lib/domain/accounts/apps/schema";

export const metadata: Metadata = { title: "Allow an app", robots: { index: false } };

/** Asks somebody whether an app may act for them. Reads nothing about the app before they are signed in. */
export default async function AuthorizePage({ searchParams }: PageProps<"/oauth/authorize">) {
  const query = await searchParams;
  const known = Object.keys(authorizationParameters.shape);
  const given = known.flatMap((name) =>
    query[name] === undefined || query[name] === "" ? [] : [[name, query[name]] as const],
  );
  const isRepeated = given.some(([, value]) => textParameter(value) === undefined);
  const sent = Object.fromEntries(given.map(([name, value]) => [name, textParameter(value) ?? ""]));
  const ctx = await requireContext(`/oauth/authorize?${String(new URLSearchParams(sent))}`);
  const parsed = authorizationParameters.safeParse(sent);
  if (isRepeated || !parsed.success)
    return <Rejected message="A parameter is too long, is given more than once, or cannot be read." />;
  const request = await checkAuthorization(ctx, parsed.data);
  if (!("redirectUri" in request)) return <Rejected {...request} />;
  const { app, redirectUri, scopes } = request;
  const { host, protocol } = new URL(redirectUri);
  return (
    <AuthCard title={`Let “${app.name}” act for you?`}>
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          You’re signed in as <span className="font-medium text-ink">@{ctx.actor.handle}</span>.{" "}
          <Voucher vouchedBy={voucherOf(app)} />
        </p>
        <ScopeList scopes={scopes} />
        <p className="text-muted">
          It can’t spend your coins or see your password. Then you go back to{" "}
          <strong className="font-medium wrap-anywhere text-ink">{host || protocol}</strong>. You can end it in your
          settings.
        </p>
        {protocol !== "https:" && (
          <p className="rounded-control border border-edge bg-bg px-3.5 py-2.5">
            This app runs on your own device, where any program can use its name. Only go on if you have just started it
            yourself.
          </p>
        )}
        <AllowApp request={parsed.data} denyHref={denialOf(request)} host={host || app.name} />
      </div>
    </AuthCard>
  );
}

/** Redirects only on a press: the app may want to abuse this page as an open redirect. */
function Rejected({ app, message, backTo }: RejectedRequest) {
  return (
    <AuthCard title="This can’t be allowed">
      <ErrorNote>{message}</ErrorNote>
      <p className="mt-5 text-muted">
        {app ? `${app.name} sent` : "An app sent"} you here with a request that we can’t grant. Nothing was allowed.
      </p>
      {backTo && (
        <a href={backTo} className={buttonStyle({ size: "large" }, "mt-5 w-full")}>
          Go back to {new URL(backTo).host || app?.name}
        </a>
      )}
    </AuthCard>
  );
}
