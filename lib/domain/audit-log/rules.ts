/** Every kind of entry of the audit log, and how it reads in a person's security log. */
export const AUDIT_ACTIONS = {
  "account.registered": "Account made",
  "account.closed": "Account closed",
  "account.reopened": "Account opened again",
  "sign-in": "Signed in",
  "sign-in.locked": "Locked after several wrong passwords or codes",
  "session.ended": "Signed out",
  "sessions.ended": "Signed out everywhere",
  "password.changed": "Password changed",
  "password.reset": "Password reset by a link in a letter",
  "email.confirmed": "E-mail address confirmed",
  "email.change_asked": "Link to another e-mail address asked for",
  "email.change_cancelled": "Change of e-mail address cancelled",
  "email.changed": "E-mail address changed",
  "email.restored": "Change of e-mail address taken back",
  "factor.added": "Second factor added",
  "factor.removed": "Second factor turned off",
  "factors.reset": "All second factors turned off by the operator",
  "recovery-codes.renewed": "New recovery codes made",
  "recovery-code.used": "Recovery code used",
  "provider.linked": "Account of another site linked",
  "provider.unlinked": "Account of another site unlinked",
  "key.issued": "API key made",
  "key.rotated": "API key rotated",
  "key.revoked": "API key revoked",
  "role.changed": "Role changed",
  "tier.changed": "Tier changed",
  "account.suspended": "Account suspended by the operator",
  "account.restored": "Suspension ended",
  "report.decided": "Decision by a moderator",
  "appeal.filed": "Appeal sent",
  "appeal.decided": "Appeal decided",
  "sign-up.approved": "Account approved by staff",
  "sign-up.refused": "Request for an account refused",
  "invitations.cut": "Invitations cut off",
  "setting.changed": "Setting of the site changed",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Longer than any handle or id. */
export const MAX_PERSON = 50;
