import type { Metadata } from "next";
import { cache } from "react";
import { JoinCard } from "@/components/rooms/join-card";
import { RoomView } from "@/components/rooms/room-view";
import { Wide } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { getRoom } from "@/lib/domain/play/rooms/queries";

type Props = PageProps<"/rooms/[code]">;

const readRoom = cache(async (code: string) => {
  const ctx = await requireContext(`/rooms/${code}`);
  return { room: await orNotFound(getRoom(ctx, { code })), viewerId: ctx.actor.id };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { room } = await readRoom((await params).code);
  return { title: "messages" in room ? room.room.name : room.name };
}

export default async function RoomPage({ params }: Props) {
  const { room, viewerId } = await readRoom((await params).code);
  if (!("messages" in room)) return <JoinCard room={room} />;
  return (
    <Wide>
      <RoomView key={room.room.code} snapshot={room} viewerId={viewerId} />
    </Wide>
  );
}
