"use client";

import { catchError } from "next/error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** Keeps the page when the rail beside it fails, which phones do not show anyway. */
export const RailBoundary = catchError((_props: object, { retry }) => (
  <Card className="p-5! pt-6!">
    <p className="mb-3 text-muted">This didn’t load.</p>
    <Button size="small" onClick={retry}>
      Try again
    </Button>
  </Card>
));
