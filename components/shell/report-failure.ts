import { toastStore } from "@/components/ui/toast-store";
import { CallFailure, messageOf } from "@/lib/client/call";
import { loginHref } from "./login-href";

/** Says briefly why something that was shown as done was not. */
export function reportFailure(error: unknown) {
  const signedOut = error instanceof CallFailure && error.trouble === "signed-out";
  toastStore.add({
    text: messageOf(error),
    tone: "bad",
    ...(signedOut && { action: { label: "Sign in", run: goToLogin } }),
  });
}

function goToLogin() {
  location.assign(loginHref(location.pathname + location.search));
}
