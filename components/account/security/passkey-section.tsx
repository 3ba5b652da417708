import type { FactorSettings } from "@/lib/domain/factors/schema";
import { FactorRow } from "./factor-row";
import { PasskeyDialog } from "./passkey-dialog";
import { RemovePasskey } from "./remove-passkey";
import { Lead, Section } from "@/components/ui/section";

export function PasskeySection({ passkeys }: { passkeys: FactorSettings["passkeys"] }) {
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
