"use client";

// Not from next/error, which would add the error page of the Pages Router to every page.
import { catchError } from "next/dist/client/components/catch-error";
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
