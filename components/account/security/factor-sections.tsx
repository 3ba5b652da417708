import type { FactorSettings } from "@/lib/domain/factors/schema";
import { FactorRow } from "./factor-row";
import { PasskeySection } from "./passkey-section";
import { RemoveTotp } from "./remove-factor";
import { RenewCodes } from "./renew-codes";
import { TotpDialog } from "./totp-dialog";

/** The second factors of the account. */
export function FactorSections({ factors: { totp, passkeys, recoveryCodesLeft } }: { factors: FactorSettings }) {
  return (
    <>
      <PasskeySection passkeys={passkeys} />
      <section aria-labelledby="totp" className="max-w-155">
        <h2 id="totp" className="mb-2 text-21">
          Authenticator app
        </h2>
        <p className="mb-4 max-w-prose text-muted">
          With a second factor, somebody who learns your password still needs a code from your phone.
        </p>
        {totp ? (
          <ul className="rounded-card border border-line bg-surface">
            <FactorRow factor={totp}>
              <RemoveTotp />
            </FactorRow>
          </ul>
        ) : (
          <TotpDialog />
        )}
      </section>
      {(totp || passkeys.length > 0) && (
        <section aria-labelledby="codes" className="max-w-155">
          <h2 id="codes" className="mb-2 text-21">
            Recovery codes
          </h2>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted">
              {recoveryCodesLeft === 1 ? "One code is" : `${recoveryCodesLeft} codes are`} left.
            </p>
            <RenewCodes />
          </div>
        </section>
      )}
    </>
  );
}
