import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/relative-time";

interface FactorRowProps {
  factor: { name: string; createdAt: string; lastUsedAt: string | null };
  /** Its actions. */
  children: ReactNode;
}

export function FactorRow({ factor: { name, createdAt, lastUsedAt }, children }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">
          Added <RelativeTime at={createdAt} />
          {" · "}
          {lastUsedAt ? (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            "never used to sign in"
          )}
        </p>
      </div>
      {children}
    </li>
  );
}
