import type { Rate, Variables } from "./variables";

/** The name of a budget that a variable sets: `writePosts` for `RATE_LIMIT_WRITE_POSTS`. */
type Budget<Variable> = Variable extends `RATE_LIMIT_${infer Words}` ? CamelCase<Words> : never;
type CamelCase<Words extends string> = Words extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Words>;

/** Our choice: the limit for all keys of an account together, as a multiple of one key's limit. */
const ACCOUNT_TIMES_TIER = 5;

/** The rate of each budget, by its name. */
export function rateLimits({ RATE_LIMIT_V1_ACCOUNT: account, ...vars }: Variables) {
  const entries = Object.entries(vars).filter(([name]) => name.startsWith("RATE_LIMIT_"));
  const rates = Object.fromEntries(entries.map(([name, rate]) => [budgetOf(name), rate]));
  return {
    ...(rates as Record<Budget<keyof typeof vars>, Rate>),
    v1FreeAccount: account ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_FREE),
    v1ProAccount: account ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_PRO),
  };
}

function budgetOf(variable: string): string {
  const words = variable.replace("RATE_LIMIT_", "").toLowerCase();
  return words.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());
}

function times(factor: number, { count, seconds }: Rate): Rate {
  return { count: factor * count, seconds };
}
