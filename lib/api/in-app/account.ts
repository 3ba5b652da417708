import { z } from "zod";
import { changePassword, changeProfile, closeAccount, endAllSessions, getOwnProfile, listSessions } from "@/lib/domain/users/account";
import { exportAccount } from "@/lib/domain/users/export";
import { accountClosing, ownProfile, passwordChange, profileChange, sessionSummary } from "@/lib/domain/users/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** One's own account, in the settings. */
export const account = {
  profile: appEndpoint("GET /api/account/profile", { summary: "Your profile's settings", returns: ownProfile, run: getOwnProfile }),
  changeProfile: appEndpoint("PATCH /api/account/profile", { summary: "Change your profile", body: profileChange, returns: ownProfile, run: changeProfile }),
  changePassword: appEndpoint("POST /api/account/password", { summary: "Change your password and sign out everywhere", budget: "signIn", body: passwordChange, status: 204, returns: null, run: changePassword }),
  sessions: appEndpoint("GET /api/account/sessions", { summary: "Where you are signed in", returns: z.object({ data: z.array(sessionSummary) }), run: listSessions }),
  endSessions: appEndpoint("DELETE /api/account/sessions", { summary: "Sign out everywhere", status: 204, returns: null, run: endAllSessions }),
  export: appEndpoint("GET /api/account/export", { summary: "Take your data along", returns: z.record(z.string(), z.unknown()), run: exportAccount }),
  close: appEndpoint("DELETE /api/account", { summary: "Close your account", budget: "signIn", body: accountClosing, status: 204, returns: null, run: closeAccount }),
};
