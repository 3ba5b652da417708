"use client";

import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { useAct } from "./use-act";

export function EnableButton({ id }: { id: string }) {
  const { pending, act } = useAct();
  return <Button size="small" pending={pending} onClick={() => act(() => call("PATCH", `/api/webhooks/${id}`, { enabled: true }))}>Enable it again</Button>;
}
