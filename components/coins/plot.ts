type Plot = { line: string; area: string; low: number; high: number };

/** A step line scaled to a square of 100 by 100. */
export function plotOf(figures: readonly number[]): Plot {
  const low = Math.min(...figures);
  const high = Math.max(...figures);
  const x = (index: number) => round((index / figures.length) * 100);
  const y = (figure: number) => round(high === low ? 50 : ((high - figure) / (high - low)) * 100);
  const line =
    figures.map((figure, index) => (index === 0 ? `M0 ${y(figure)}` : `H${x(index)}V${y(figure)}`)).join("") + "H100";
  return { line, area: `${line}V100H0Z`, low, high };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
