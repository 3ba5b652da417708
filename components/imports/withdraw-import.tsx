"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Day } from "@/components/ui/day";
import { call } from "@/lib/client/call";

/** Stops an import that is going on, or undoes one until a moment. */
export function WithdrawImport({ id, undoableUntil }: { id: string; undoableUntil: string | null }) {
  const action = undoableUntil ? "Undo" : "Stop";
  return (
    <ConfirmDialog
      title={undoableUntil ? "Undo this import?" : "Stop this import?"}
      action={undoableUntil ? "Undo it" : "Stop it"}
      danger
      onConfirm={() => call("DELETE /api/imports/{id}", { id })}
      refreshes
      trigger={{ label: action, size: "small", name: `${action} this import` }}
    >
      {undoableUntil ? (
        <>
          All posts, pictures, comments and builds that it brought are deleted, with what others wrote under them, and
          whom it followed you don’t follow any more. You can do this until <Day date={undoableUntil.slice(0, 10)} />,
          and bring the archive again.
        </>
      ) : (
        "Nothing of it stays here. You can bring the archive again."
      )}
    </ConfirmDialog>
  );
}
