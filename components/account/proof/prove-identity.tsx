"use client";

import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { proofStore } from "@/lib/client/proof-store";

const ProofDialog = lazy(() => import("./proof-dialog"));

/** Asks for a proof of identity when an act needs one. Loaded on demand, since few acts do. */
export function ProveIdentity() {
  const request = useStore(proofStore);
  if (!request) return null;
  return (
    <Suspense>
      <ProofDialog settle={request.settle} />
    </Suspense>
  );
}
