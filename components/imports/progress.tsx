import { formatNumber } from "@/components/ui/number";

export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div className="mt-2 flex items-center gap-3 text-13 text-muted">
      <progress aria-label={label} value={done} max={total} className="h-2 max-w-60 min-w-0 flex-1 accent-brand" />
      <span aria-hidden>
        {formatNumber(done)} of {formatNumber(total)}
      </span>
    </div>
  );
}
