import { createRoom } from "@/lib/domain/play/rooms/commands";
import { joinRoom, leaveRoom } from "@/lib/domain/play/rooms/membership";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

/** Creates a room hosted by an account, which leaves all others because of the limit. */
export async function ownRoom(account: Account) {
  await leaveRooms(account);
  const { code } = await createRoom(account.ctx(), { name: "A room by key", public: true, maxMembers: 20 }, {});
  return { params: { code } };
}

export async function leaveRooms(account: Account): Promise<void> {
  const joined = await database().prisma.roomMember.findMany({
    where: { userId: account.id },
    select: { room: { select: { code: true } } },
  });
  for (const { room } of joined) await leaveRoom(account.ctx(), room);
}

/** Adds a new member to a room; returns their id. */
export async function newMember({ code }: { code: string }): Promise<string> {
  const guest = await newAccount();
  await joinRoom(guest.ctx(), { code }, {});
  return guest.id;
}

export async function ownMessage(account: Account) {
  const { params } = await ownRoom(account);
  const { id } = await sendMessage(account.ctx(), { ...params, content: "Said by key" });
  return { params: { ...params, id } };
}

export async function reaction(account: Account) {
  const { params } = await ownMessage(account);
  return { params: { ...params, emoji: "👍" } };
}
