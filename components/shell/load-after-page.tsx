import { type ComponentType, useEffect, useState } from "react";

/** A component that a page can be read without, loaded after the page. Where that fails, it stays away. */
export function loadAfterPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function LoadedAfterPage(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    useEffect(() => {
      load().then(
        (module) => setPart(() => module.default),
        () => undefined,
      );
    }, []);
    return Part && <Part {...props} />;
  };
}
