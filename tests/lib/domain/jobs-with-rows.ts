import { answerPasswordResetRequests } from "@/lib/domain/accounts/recovery";
import { decideSignUpRequest } from "@/lib/domain/accounts/sign-up";
import { auditCoins } from "@/lib/domain/coins/audit";
import { type Context, inTransaction } from "@/lib/domain/context";
import { HOUR_MS } from "@/lib/domain/durations";
import { closeDueDuels } from "@/lib/domain/duels/due";
import { recheckGuilds } from "@/lib/domain/guilds/membership";
import { findViolations } from "@/lib/domain/invariant";
import { cutBranch, suspendCutBranches } from "@/lib/domain/invitations/branches";
import { claimLetter } from "@/lib/domain/mail/claim";
import { expireMedia } from "@/lib/domain/media/expiry";
import { dropOldPartitions, makePartitions } from "@/lib/domain/partitions/commands";
import { readPartitionHealth } from "@/lib/domain/partitions/queries";
import { deleteLoggedRequestsOfClosed } from "@/lib/domain/request-log/retention";
import { lockRoom } from "@/lib/domain/rooms/access";
import { updatePresence } from "@/lib/domain/rooms/presence";
import { advanceClock, deleteSandbox, makeSandbox } from "@/lib/domain/sandboxes/commands";
import { consumeEmailToken, issueEmailToken } from "@/lib/domain/users/email-tokens";
import { claimDelivery, renewClaims } from "@/lib/domain/webhooks/delivery/claim";
import { sendTestEvent } from "@/lib/domain/webhooks/delivery/commands";
import { countPendingDeliveries, deliveryLagMs } from "@/lib/domain/webhooks/delivery/due";
import { INVARIANTS } from "@/scripts/tools/check/invariants";
import { newPerson } from "@/tests/support/people";
import { prepareSandboxes } from "@/tests/support/sandboxes";
import { disableOwnEndpoints } from "@/lib/domain/webhooks/commands";
import { lockBuild } from "@/lib/domain/builds/commands";
import { duelBetween } from "./duels/players";
import { newStaff } from "./moderation/staff";
import { register } from "./webhooks/owner";

/** Runs the statements of jobs and checks that return rows, and the acts that they need. */
export async function runJobs(ctx: Context): Promise<void> {
  const [admin, other] = [await newStaff("ADMIN"), await newPerson()];
  for (const invariant of INVARIANTS) await findViolations(ctx, invariant);
  await auditCoins(ctx);
  await Promise.allSettled([
    lockBuild(ctx, "none"),
    lockRoom(ctx, "none"),
    decideSignUpRequest(admin, { id: "none", approved: false, reason: "" }),
  ]);
  await ctx.db.passwordResetRequest.create({ data: { id: "none", email: "none", requestedAt: ctx.now } });
  await answerPasswordResetRequests(ctx);
  const link = { userId: ctx.actor.id, email: "none", lifetimeMs: HOUR_MS };
  await consumeEmailToken(ctx, ["verify_email"], (await issueEmailToken(ctx, "verify_email", link)).token);
  await cutBranch(admin, { handle: other.actor.handle, suspend: true, reason: "All one person" });
  await suspendCutBranches(admin);
  await duelBetween(ctx, other);
  for (const job of [recheckGuilds, deleteLoggedRequestsOfClosed, updatePresence, expireMedia]) await job(ctx);
  await claimLetter(ctx, "none");
  await deliver(ctx);
  const muchLater = { ...ctx, now: new Date("2031-03-10T00:00:00Z") };
  await closeDueDuels(muchLater, "all");
  await readPartitionHealth(ctx);
  await makePartitions(muchLater);
  await dropOldPartitions({ ...ctx, now: new Date("2032-03-10T00:00:00Z") });
  await playInSandbox(ctx);
}

async function deliver(ctx: Context): Promise<void> {
  const endpoint = await register(ctx, "https://example.com/");
  const { id } = await sendTestEvent(ctx, endpoint);
  const claimed = await claimDelivery(ctx, id);
  await renewClaims(ctx, "a worker", [claimed!]);
  await deliveryLagMs(ctx);
  await countPendingDeliveries(ctx);
  await inTransaction(ctx, disableOwnEndpoints);
}

async function playInSandbox(ctx: Context): Promise<void> {
  await prepareSandboxes();
  await makeSandbox(ctx, {});
  await advanceClock(ctx, { seconds: 1 });
  await deleteSandbox(ctx);
}
