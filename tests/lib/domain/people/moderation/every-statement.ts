import { readAuditLog, listAllEntries } from "@/lib/domain/accounts/audit-log/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { getInvitationPath, listInvited } from "@/lib/domain/accounts/invitations/queries";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { getDecisionOfToken, listAppeals } from "@/lib/domain/people/moderation/own-decisions";
import { getReportContext, listReports, readSurroundings } from "@/lib/domain/people/moderation/queries";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { SUBJECT_TYPES } from "@/lib/domain/people/moderation/rules";
import { findOpenInvitation } from "@/lib/domain/accounts/sign-ups/invitation-links";
import { administer } from "../../deployment/administration/every-statement";
import { muteWords } from "@/tests/lib/domain/people/safety/every-statement";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "./staff";

/** Runs every statement of moderation, muted words and the audit log that returns rows. */
export async function moderate(ctx: Context): Promise<void> {
  const [admin, person] = [await newStaff("ADMIN"), await newPerson()];
  for (const type of SUBJECT_TYPES)
    await fileReport(ctx, { subject: { type, id: "none" }, reason: "spam" }).catch(() => undefined);
  await fileReport(ctx, { subject: { type: "comment", id: "bcm_none" }, reason: "spam" }).catch(() => undefined);
  for (const [type, id] of [
    ["message", "none"] as const,
    ["comment", "none"] as const,
    ["comment", "bcm_none"] as const,
  ])
    await readSurroundings(admin, { type, id });
  const { id } = await fileReport(ctx, { subject: { type: "user", id: person.actor.id }, reason: "spam" });
  await decideReport(admin, { id, action: "warn", reason: "Be kind" });
  await getReportContext(admin, { id });
  await muteWords(ctx);
  await listReports(admin, { status: "open", limit: 1 });
  await listAppeals(admin, { status: "open", limit: 1 });
  await getDecisionOfToken(ctx, { token: "none" }).catch(() => undefined);
  for (const name of [undefined, person.actor.handle])
    for (const action of [undefined, "report.decided"] as const)
      await listAllEntries(admin, { limit: 1, action, person: name });
  await listInvited(admin, { limit: 1 });
  await listInvited(admin, { limit: 1, under: person.actor.handle });
  await getInvitationPath(admin, person.actor);
  await findOpenInvitation(ctx, "none");
  await administer(admin, person.actor.id);
  for await (const _entry of readAuditLog(admin)) break;
}
