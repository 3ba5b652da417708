import { PasswordInput } from "@/components/ui/password-input";
import { PASSWORD_LENGTH } from "@/lib/domain/accounts/users/rules";

export function NewPasswordInput({ autoFocus }: { autoFocus?: boolean }) {
  return (
    <PasswordInput
      required
      autoComplete="new-password"
      minLength={PASSWORD_LENGTH.min}
      maxLength={PASSWORD_LENGTH.max}
      autoFocus={autoFocus}
    />
  );
}
