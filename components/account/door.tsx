import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

interface DoorProps {
  title: string;
  children: ReactNode;
  /** The other way in. */
  other: { question: string; href: string; label: string };
}

/** The sheet on which people come in: airy, with one thing to decide. */
export function Door({ title, children, other }: DoorProps) {
  return (
    <div className="mx-auto w-full max-w-105 py-6 sm:py-12">
      <Card className="sm:p-8">
        <h1 className="mb-6 text-27">{title}</h1>
        {children}
      </Card>
      <p className="mt-5 text-center text-muted">
        {other.question}{" "}
        <Link href={other.href} className="font-medium text-brand underline underline-offset-4">
          {other.label}
        </Link>
      </p>
    </div>
  );
}
