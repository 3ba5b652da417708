import type { FactorSettings } from "@/lib/domain/factors/schema";
import { FactorRow } from "./factor-row";
import { PasskeySection } from "./passkey-section";
import { RemoveTotp } from "./remove-factor";
import { RenewCodes } from "./renew-codes";
import { TotpDialog } from "./totp-dialog";
import { Lead, Section } from "@/components/ui/section";

/** The second factors of the account. */
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
