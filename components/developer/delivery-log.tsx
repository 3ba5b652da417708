"use client";

import { usePathname } from "next/navigation";
import { loginHref } from "@/lib/client/login-href";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNote } from "@/components/ui/error-note";
import { LoadMore } from "@/components/ui/load-more";
import { DeliveryLine } from "./delivery-line";
import { type LogPage, useDeliveryLog } from "./use-delivery-log";

interface DeliveryLogProps {
  endpoint: { id: string; enabled: boolean };
  first: LogPage;
}

/** The delivery log. It polls while deliveries are pending. */
export function DeliveryLog({ endpoint, first }: DeliveryLogProps) {
  const path = usePathname();
  const { lines, more, end, stopped, heard, loadMore, learn } = useDeliveryLog(endpoint.id, first);
  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing sent yet">
        {endpoint.enabled
          ? "Send a test, or trigger one of its events, and the delivery shows up here."
          : "Enable it, and its deliveries show up here."}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {heard}
      </p>
      {stopped && (
        <ErrorNote className="mb-4">
          You’re signed out, so this list has stopped updating.{" "}
          <a href={loginHref(path)} className="underline">
            Sign in again
          </a>
          .
        </ErrorNote>
      )}
      <ul className="rows">
        {lines.map((delivery) => (
          <DeliveryLine key={delivery.id} endpoint={endpoint} delivery={delivery} onChange={learn} />
        ))}
      </ul>
      {end.phase === "failed" && (
        <div className="grid justify-items-center gap-3 py-6">
          <ErrorNote>{end.message}</ErrorNote>
          <Button onClick={loadMore}>Try again</Button>
        </div>
      )}
      {more && end.phase !== "failed" && <LoadMore onLoad={loadMore} pending={end.phase === "loading"} />}
    </>
  );
}
