import clsx from "clsx";
import { Method } from "./method";
import "./reference.css";

export interface SearchEntry {
  href: string;
  label: string;
  method?: string;
  /** Whether the label is prose and not a name in the API. */
  prose?: boolean;
  /** Everything it can be found by, in lower case. */
  text: string;
}

/** One group of search results, as paper tags hanging on the board. */
export function SearchGroup({ title, entries }: { title: string; entries: readonly SearchEntry[] }) {
  return (
    <section className="mb-4 break-inside-avoid-column">
      <h2 className="mb-1.5 w-fit rounded-[4px] bg-surface pr-1.5 text-13 font-semibold">{title}</h2>
      <ul className="space-y-1.5">
        {entries.map(({ href, label, method, prose }) => (
          <li key={href}>
            <a href={href} className="search-tag">
              {method && (
                <Method
                  method={method === "DELETE" ? "DEL" : method}
                  className={method === "DELETE" ? "text-bad" : undefined}
                />
              )}
              <span className={clsx("min-w-0 truncate", prose && "font-sans")}>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
