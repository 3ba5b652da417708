import { toastStore } from "@/components/ui/toast-store";
import { CallError, messageOf } from "@/lib/client/call-error";
import { loginHref } from "./login-href";

/** Shows a toast for an act that failed. */
export function reportFailure(error: unknown) {
  const signedOut = error instanceof CallError && error.kind === "signed-out";
  toastStore.add({
    text: messageOf(error),
    tone: "bad",
    ...(signedOut && { action: { label: "Sign in", run: goToLogin } }),
  });
}

function goToLogin() {
  location.assign(loginHref(location.pathname + location.search));
}
