import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { formatNumber } from "@/components/ui/number";

/** An introduction for visitors. */
export function WelcomeCard({ site, online }: { site: string; online: number }) {
  return (
    <Card className="p-5! pt-8!">
      <h2 className="text-21">A board for people who make things</h2>
      <p className="mt-2 text-muted">
        Share what you’re working on, see what others make, and drop a ball while the glue dries.
      </p>
      <LinkButton href="/register" variant="primary" className="mt-4 w-full">
        Join {site}
      </LinkButton>
      {online > 0 && (
        <p className="mt-3 flex items-center justify-center gap-2 text-13 text-muted">
          <span aria-hidden className="size-2 rounded-full bg-good" />
          {formatNumber(online)} online right now
        </p>
      )}
    </Card>
  );
}
