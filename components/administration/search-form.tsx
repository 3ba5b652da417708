import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { MAX_QUERY } from "@/lib/domain/search/rules";

interface SearchFormProps {
  action: string;
  /** What the search covers, in lower case: "handle, name or mail address". */
  what: string;
  q: string;
  minLength?: number;
  /** The other filters, which the search keeps. */
  filters: Record<string, string | undefined>;
}

/** The search field above a list of the administration. Works without JavaScript. */
export function SearchForm({ action, what, q, minLength, filters }: SearchFormProps) {
  return (
    <form role="search" action={action} className="flex gap-2">
      <span className="relative grow">
        <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          aria-label={`Search ${what}`}
          placeholder={what.charAt(0).toUpperCase() + what.slice(1)}
          autoComplete="off"
          minLength={minLength}
          maxLength={MAX_QUERY}
          className="h-(--control) w-full rounded-control border border-edge bg-surface pr-3 pl-9 placeholder:text-muted hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17"
        />
      </span>
      {Object.entries(filters).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit">Search</Button>
    </form>
  );
}
