"use client";

import { lazy, Suspense } from "react";

const Form = lazy(() => import("./choose-handle-form"));

/** Stands in place of every page until somebody who came through OAuth has a handle; hardly anybody else's page needs its form. */
export function ChooseHandle() {
  return (
    <Suspense>
      <Form />
    </Suspense>
  );
}
