/** Prints rows under their headings, numbers right-aligned. */
export function table(headings: string[], lines: string[][]): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => (line[column] ?? "").length)),
  );
  const row = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  console.log(`\n  ${row(headings)}`);
  for (const line of lines) console.log(`  ${row(line)}`);
  console.log();
}
