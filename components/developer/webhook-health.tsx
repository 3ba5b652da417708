import { Card } from "@/components/ui/card";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { Day, EndpointOverview } from "@/lib/domain/consequences/webhooks/queries";
import { arrivedShare, tallyOf } from "./endpoint-labels";
import { Figure, WeekBars } from "./figures";

export function WebhookHealth({ endpoint }: { endpoint: EndpointOverview }) {
  const { days, waiting, lastAttempt, failureCount } = endpoint;
  const tally = tallyOf(days);
  const sent = tally.delivered + tally.failed;
  return (
    <Section id="health" title={<>The last {days.length} days</>}>
      <Card className="grid items-end gap-x-10 gap-y-7 sm:grid-cols-[1fr_auto]">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3">
          <Figure label="Arrived" value={arrivedShare(tally) ?? "–"}>
            {sent > 0 && `of ${formatNumber(sent)} ${sent === 1 ? "delivery" : "deliveries"}`}
            {waiting > 0 && `${sent > 0 ? ", " : ""}${formatNumber(waiting)} waiting`}
            {sent + waiting === 0 && "nothing sent"}
          </Figure>
          <Figure label="Last response" value={lastAttempt?.responseStatus ?? "–"}>
            {lastAttempt ? (
              <>
                {lastAttempt.responseStatus === null && <span className="block">{lastAttempt.error}</span>}
                {formatNumber(lastAttempt.durationMs)} ms · <RelativeTime at={lastAttempt.at} />
              </>
            ) : (
              "none yet"
            )}
          </Figure>
          <Figure label="Failures in a row" value={formatNumber(failureCount)}>
            {failureCount > 0 ? "resets after a success" : tally.failed > 0 ? "tests do not count" : "all good"}
          </Figure>
        </dl>
        <figure className="w-50">
          <WeekBars days={days} className="h-auto w-full" />
          <div aria-hidden className="mt-1.5 grid grid-cols-7 text-center text-13 text-muted">
            {days.map(({ date }) => (
              <span key={date}>{weekday.format(new Date(date))}</span>
            ))}
          </div>
          <DayTable days={days} />
        </figure>
      </Card>
    </Section>
  );
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "narrow", timeZone: "UTC" });
const fullDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

/** The bars as a table for screen readers. */
function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <span className="sr-only">
      <table>
        <caption>Deliveries by day, in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Delivered</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, delivered, failed }) => (
            <tr key={date}>
              <th scope="row">{fullDay.format(new Date(date))}</th>
              <td>{delivered}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </span>
  );
}
