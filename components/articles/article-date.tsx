const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The day something was published, as `YYYY-MM-DD`. */
export function ArticleDate({ date }: { date: string }) {
  return <time dateTime={date}>{format.format(new Date(date))}</time>;
}
