import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { CodeForm } from "@/components/rooms/join-card";
import { NewRoomDialog } from "@/components/rooms/room-settings";
import { RoomList } from "@/components/rooms/room-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listRooms } from "@/lib/domain/play/rooms/queries";

export const metadata: Metadata = { title: "Rooms" };

export default async function RoomsPage({ searchParams }: PageProps<"/rooms">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/rooms");
  const page = await pageAtCursor(cursor, (cursor) => listRooms(ctx, { limit: 20, cursor }));
  return (
    <>
      <PageHeading title="Rooms" actions={<NewRoomDialog />}>
        Places to talk, and to watch each other&apos;s drops.
      </PageHeading>
      <CodeForm />
      {page.data.length === 0 ? (
        <EmptyState icon="messages-square" title="No open rooms just now">
          Open one, and tell your friends its code.
        </EmptyState>
      ) : (
        <RoomList first={page} />
      )}
    </>
  );
}
