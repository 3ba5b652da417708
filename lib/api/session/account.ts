import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { z } from "zod";
import { changeProfile } from "@/lib/domain/accounts/users/profile";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { archiveKey } from "@/lib/domain/accounts/archive/schema";
import { getArchiveKey } from "@/lib/domain/accounts/archive/signing";
import { exportAccount, exportArchive } from "@/lib/domain/accounts/users/export";
import { prepareAvatar, removeAvatar, setAvatar } from "@/lib/domain/accounts/users/avatar";
import {
  accountClosing,
  ownAvatar,
  ownProfile,
  passwordChange,
  profileChange,
} from "@/lib/domain/accounts/users/schema";
import { sessionOperation } from "@/lib/http/operation";
import { archiveOperation, entriesOperation } from "@/lib/http/streamed-operation";
import { endAllSessions, endOwnSession } from "@/lib/domain/accounts/users/sessions";

export const account = {
  changeProfile: sessionOperation("PATCH /api/account/profile", {
    writes: "profile",
    body: profileChange,
    returns: ownProfile,
    run: changeProfile,
  }),
  setAvatar: sessionOperation("POST /api/account/avatar", {
    writes: "profile",
    budget: "images",
    budgetPer: "user",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "a PNG, JPEG, WebP or GIF file" },
    returns: ownAvatar,
    prepare: prepareAvatar,
    run: setAvatar,
  }),
  removeAvatar: sessionOperation("DELETE /api/account/avatar", {
    writes: "profile",
    returns: ownAvatar,
    run: removeAvatar,
  }),
  changePassword: sessionOperation("POST /api/account/password", {
    writes: "profile",
    budget: "signIn",
    body: passwordChange,
    returns: null,
    run: changePassword,
  }),
  endSessions: sessionOperation("DELETE /api/account/sessions", {
    writes: "profile",
    returns: null,
    run: endAllSessions,
  }),
  endSession: sessionOperation("DELETE /api/account/sessions/{id}", {
    writes: "profile",
    returns: null,
    run: endOwnSession,
  }),
  export: entriesOperation("GET /api/account/export", {
    budget: "export",
    returns: z.record(z.string(), z.unknown()),
    run: exportAccount,
  }),
  archive: archiveOperation("GET /api/account/archive", {
    budget: "export",
    archiveName: "pegboard.zip",
    run: exportArchive,
  }),
  archiveKey: sessionOperation("GET /api/archive-key", {
    session: "none",
    returns: archiveKey,
    cacheControl: "public, max-age=3600",
    run: getArchiveKey,
  }),
  close: sessionOperation("DELETE /api/account", {
    writes: "profile",
    budget: "signIn",
    body: accountClosing,
    returns: null,
    run: closeAccount,
  }),
};
