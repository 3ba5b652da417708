import { STARTING_COINS } from "@/lib/domain/play/coins/rules";
import { type Context, read } from "@/lib/domain/kernel/context";
import { isModerator } from "@/lib/domain/accounts/guards/staff";
import { mustVerifyEmail } from "@/lib/domain/accounts/guards/verified-email";
import { shownNotification } from "@/lib/domain/kernel/visibility";
import { imageUrl } from "./present";
import { literal } from "@/lib/infra/database/sql";

export interface Viewer {
  id: string;
  handle: string;
  name: string;
  image: string;
  coins: number;
  unread: number;
  /** False for somebody who signed up through OAuth and has not chosen a handle yet. */
  handleChosen: boolean;
  isModerator: boolean;
  isAdmin: boolean;
  dismissedAnnouncements: string[];
  /** Whether they can only read until their address is verified. */
  mustVerifyEmail: boolean;
}

type ViewerRow = Pick<Viewer, "coins" | "unread" | "handleChosen" | "dismissedAnnouncements">;

export async function getViewer(ctx: Context): Promise<Viewer> {
  const [counts] = await read<ViewerRow>(ctx, "users.viewer")`
    SELECT COALESCE((SELECT coins FROM "Profile"
    WHERE "userId" = ${ctx.actor.id}), ${literal(STARTING_COINS)})::float8 AS coins,
        (SELECT count(*) FROM "Notification" n
            WHERE n."userId" = ${ctx.actor.id} AND n."readAt" IS NULL AND ${shownNotification(ctx.actor.id)})::float8 AS unread,
        u."handleChosen", u."dismissedAnnouncements" FROM "User" u WHERE u.id = ${ctx.actor.id}`;
  const { id, handle, name } = ctx.actor;
  return {
    id,
    handle,
    name,
    image: imageUrl(ctx.actor),
    coins: counts?.coins ?? STARTING_COINS,
    unread: counts?.unread ?? 0,
    handleChosen: counts?.handleChosen ?? true,
    isModerator: isModerator(ctx.actor.role),
    isAdmin: ctx.actor.role === "ADMIN",
    dismissedAnnouncements: counts?.dismissedAnnouncements ?? [],
    mustVerifyEmail: mustVerifyEmail(ctx.actor),
  };
}
