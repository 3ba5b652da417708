import { Skeleton } from "@/components/ui/skeleton";

/** Placeholders for loading posts. */
export function PostSkeletons({ count }: { count: number }) {
  return (
    <div aria-hidden className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3.5 md:px-6">
          <Skeleton className="size-10 rounded-full!" />
          <div>
            <Skeleton className="h-4 w-44" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-2/3" />
            <Skeleton className="mt-4 h-4 w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}
