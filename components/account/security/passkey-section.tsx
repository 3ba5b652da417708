import type { FactorSettings } from "@/lib/domain/factors/schema";
import { FactorRow } from "./factor-row";
import { PasskeyDialog } from "./passkey-dialog";
import { RemovePasskey } from "./remove-passkey";

export function PasskeySection({ passkeys }: { passkeys: FactorSettings["passkeys"] }) {
  return (
    <section aria-labelledby="passkeys" className="max-w-155">
      <h2 id="passkeys" className="mb-2 text-21">
        Passkeys
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        Sign in with your fingerprint, face or device PIN instead of a password. With one, your password alone no longer
        signs anybody in.
      </p>
      {passkeys.length > 0 && (
        <ul className="mb-4 divide-y divide-line rounded-card border border-line bg-surface">
          {passkeys.map((passkey) => (
            <FactorRow key={passkey.id} factor={passkey}>
              <RemovePasskey passkey={passkey} />
            </FactorRow>
          ))}
        </ul>
      )}
      <PasskeyDialog />
    </section>
  );
}
