"use client";

import { type ComponentType, useEffect, useState } from "react";
import type { PartsProps } from "./after-page-parts";

/**
 * What a page can be read without: shortcuts, what keeps the focus, what is said without a connection. Loaded after the
 * page, and not on demand, because some of it is needed when nothing can be loaded any more.
 */
export function AfterPage(props: PartsProps) {
  const [loaded, setLoaded] = useState<{ Parts: ComponentType<PartsProps> }>();
  useEffect(() => {
    import("./after-page-parts").then(
      ({ default: Parts }) => setLoaded({ Parts }),
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Parts {...props} /> : null;
}
