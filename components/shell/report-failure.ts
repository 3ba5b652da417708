import { toastStore } from "@/components/ui/toast-store";
import { isAccountChanged, isSignedOut, messageOf } from "@/lib/client/call-error";
import { loginHref } from "@/lib/client/login-href";

export function reportFailure(error: unknown) {
  toastStore.add({
    text: messageOf(error),
    tone: "bad",
    ...(isSignedOut(error) && { action: { label: "Sign in", run: goToLogin } }),
    ...(isAccountChanged(error) && { action: { label: "Reload", run: reload } }),
  });
}

function goToLogin() {
  location.assign(loginHref());
}

function reload() {
  location.reload();
}
