let whole: Intl.NumberFormat | undefined;
let short: Intl.NumberFormat | undefined;

/** A whole number: 12,345. One locale everywhere, so that server and browser render the same. */
export function formatNumber(value: number) {
  whole ??= new Intl.NumberFormat("en-US");
  return whole.format(value);
}

function formatCompact(value: number) {
  short ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
  return short.format(value);
}

/** 12,345 or, with `compact`, 12.3K with the exact number on hover. */
export function FormattedNumber({ value, compact = false }: { value: number; compact?: boolean }) {
  if (!compact || Math.abs(value) < 10_000) return <>{formatNumber(value)}</>;
  return <span title={formatNumber(value)}>{formatCompact(value)}</span>;
}
