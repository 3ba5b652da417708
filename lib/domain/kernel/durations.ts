export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function utcDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

export function nextUtcDay(now: Date): Date {
  return new Date(utcDay(now).getTime() + DAY_MS);
}

export function ago({ now }: { now: Date }, ms: number): Date {
  return new Date(now.getTime() - ms);
}
