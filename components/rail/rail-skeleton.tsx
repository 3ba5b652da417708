import { Skeleton } from "@/components/ui/skeleton";

export function RailSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-36 rounded-card!" />
      <Skeleton className="h-72 rounded-card!" />
      <Skeleton className="h-44 rounded-card!" />
    </div>
  );
}
