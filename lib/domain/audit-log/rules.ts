/** Every kind of entry of the audit log, and how it reads in a person's security log. */
export const AUDIT_ACTIONS = {
  "account.registered": "Account made",
  "account.closed": "Account closed",
  "sign-in": "Signed in",
  "sign-in.locked": "Locked after several wrong passwords",
  "sessions.ended": "Signed out everywhere",
  "password.changed": "Password changed",
  "password.reset": "Password reset by a link in a letter",
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
  "setting.changed": "Setting of the site changed",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
