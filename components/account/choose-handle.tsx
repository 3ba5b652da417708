"use client";

import { lazy, Suspense } from "react";

const Form = lazy(() => import("./choose-handle-form"));

/** Replaces every page until somebody who signed up with OAuth has a handle. Loaded lazily, since few ever see it. */
export function ChooseHandle() {
  return (
    <Suspense>
      <Form />
    </Suspense>
  );
}
