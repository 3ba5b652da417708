import clsx from "clsx";
import { Method } from "./method";

export interface Finding {
  href: string;
  label: string;
  method?: string;
  /** Words of ours, not a name in the API. */
  prose?: boolean;
  /** Everything that it may be found by, in lower case. */
  words: string;
}

/** A group of tags that hang on the board. */
export function BoardGroup({ title, findings }: { title: string; findings: readonly Finding[] }) {
  return (
    <section className="mb-4 break-inside-avoid-column">
      <h2 className="mb-1.5 w-fit rounded-[4px] bg-surface pr-1.5 text-13 font-semibold">{title}</h2>
      <ul className="space-y-1.5">
        {findings.map(({ href, label, method, prose }) => (
          <li key={href}>
            <a href={href} className={TAG}>
              <span aria-hidden className={HOLE} />
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

/** A paper tag on a nail: touched, it swings from its hole. */
const TAG =
  "flex min-h-8 w-fit max-w-full origin-[0.8rem_50%] items-center gap-2 rounded-l-[1rem] rounded-r-[4px] border border-line bg-bg pr-3 pl-2 font-mono text-13 " +
  "transition-[rotate,border-color] hover:rotate-[1.5deg] hover:border-edge pointer-coarse:min-h-11 motion-reduce:hover:rotate-0";
const HOLE = "size-2 shrink-0 rounded-full bg-(--hole) shadow-[0_1px_0_var(--hole-rim)]";
