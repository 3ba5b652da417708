import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

interface AuthCardProps {
  title: string;
  children: ReactNode;
  /** A link to the alternative: signing up instead of signing in, or the reverse. */
  other?: { question: string; href: string; label: string };
}

export function AuthCard({ title, children, other }: AuthCardProps) {
  return (
    <div className="mx-auto w-full max-w-105 py-6 sm:py-12">
      <Card className="sm:p-8">
        <h1 className="mb-6 text-27 wrap-anywhere">{title}</h1>
        {children}
      </Card>
      {other && (
        <p className="mt-5 text-center text-muted">
          {other.question}{" "}
          <Link href={other.href} className="font-medium link">
            {other.label}
          </Link>
        </p>
      )}
    </div>
  );
}
