import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { LinkButton } from "@/components/ui/link-button";
import { requestsHref, type RequestsView } from "./requests-href";

interface NoRequestsProps {
  view: RequestsView;
  /** Whether there are no older requests. */
  isOver: boolean;
  /** When there will be some, if no filter is set. */
  none: string;
}

export function NoRequests({ view, isOver, none }: NoRequestsProps) {
  if (Object.values(view.filter).every((value) => value === undefined))
    return (
      <EmptyState
        icon={<Icon name="code" />}
        title="No requests yet"
        action={<LinkButton href="/docs/api">How to make one</LinkButton>}
      >
        {none}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Icon name="code" />}
      title={isOver ? "No such requests" : "Not among these"}
      action={<LinkButton href={requestsHref({ ...view, filter: {} })}>Show all</LinkButton>}
    >
      {isOver
        ? "Nothing in the last days matches."
        : "None of the requests that were looked at matches. There are older ones."}
    </EmptyState>
  );
}
