import type { Metadata } from "next";
import { JoinCard } from "@/components/rooms/join-card";
import { RoomView } from "@/components/rooms/room-view";
import { Wide } from "@/components/shell/wide";
import { orNotFound } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { getRoom } from "@/lib/domain/rooms/queries";

export const metadata: Metadata = { title: "Room" };

export default async function RoomPage({ params }: PageProps<"/rooms/[code]">) {
  const { code } = await params;
  const ctx = await requireContext(`/rooms/${code}`);
  const room = await orNotFound(getRoom(ctx, { code }));
  if (!("messages" in room)) return <JoinCard room={room} />;
  return (
    <Wide>
      <RoomView key={room.room.code} snapshot={room} readerId={ctx.actor.id} />
    </Wide>
  );
}
