import type { ReactNode } from "react";
import type { FactorSettings } from "@/lib/domain/accounts/factors/schema";
import { PasskeyDialog, RemovePasskey, RemoveTotp, RenewCodes, TotpDialog } from "./factor-dialogs";
import { Lead, Section } from "@/components/ui/section";
import { RelativeTime, TimeOr } from "@/components/ui/relative-time";

export function FactorSections({ factors: { totp, passkeys, recoveryCodesLeft } }: { factors: FactorSettings }) {
  return (
    <>
      <PasskeySection passkeys={passkeys} />
      <Section id="totp" title="Authenticator app" className="max-w-155">
        <Lead>With a second factor, somebody who learns your password still needs a code from your phone.</Lead>
        {totp ? (
          <ul className="rounded-card border border-line bg-surface">
            <FactorRow factor={totp}>
              <RemoveTotp />
            </FactorRow>
          </ul>
        ) : (
          <TotpDialog />
        )}
      </Section>
      {(totp || passkeys.length > 0) && (
        <Section id="codes" title="Recovery codes" className="max-w-155">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted">
              {recoveryCodesLeft === 1 ? "One code is" : `${recoveryCodesLeft} codes are`} left.
            </p>
            <RenewCodes />
          </div>
        </Section>
      )}
    </>
  );
}

function PasskeySection({ passkeys }: { passkeys: FactorSettings["passkeys"] }) {
  return (
    <Section id="passkeys" title="Passkeys" className="max-w-155">
      <Lead>
        Sign in with your fingerprint, face or device PIN instead of a password. With one, your password alone no longer
        signs anybody in.
      </Lead>
      {passkeys.length > 0 && (
        <ul className="mb-4 rows">
          {passkeys.map((passkey) => (
            <FactorRow key={passkey.id} factor={passkey}>
              <RemovePasskey passkey={passkey} />
            </FactorRow>
          ))}
        </ul>
      )}
      <PasskeyDialog />
    </Section>
  );
}

interface FactorRowProps {
  factor: { name: string; createdAt: string; lastUsedAt: string | null };
  /** Its actions. */
  children: ReactNode;
}

function FactorRow({ factor: { name, createdAt, lastUsedAt }, children }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">
          Added <RelativeTime at={createdAt} />
          {" · "}
          <TimeOr at={lastUsedAt} label="last used" none="never used to sign in" />
        </p>
      </div>
      {children}
    </li>
  );
}
