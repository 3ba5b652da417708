import type { ReactNode } from "react";

export function TableHead({ columns }: { columns: readonly (readonly [title: ReactNode, className?: string])[] }) {
  return (
    <thead>
      <tr className="border-b border-line text-left text-13 text-muted *:py-2 *:font-medium">
        {columns.map(([title, className], index) => (
          <th key={index} scope="col" className={className}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
