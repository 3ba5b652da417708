import { call } from "./call";
import type { InputOf, OutputOf, Route } from "./routes";

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** The route of a list of such items, with what it needs besides a cursor. */
export type ListSource<Item> = {
  [R in Route]: OutputOf<R> extends Page<infer Found>
    ? [Found] extends [Item]
      ? { route: R; input?: Omit<InputOf<R>, "cursor"> }
      : never
    : never;
}[Route];

/** The page of a list after a cursor. */
export function readPage<Item>({ route, input }: ListSource<Item>, cursor: string): Promise<Page<Item>> {
  // The compiler does not follow that route and input belong together.
  return call(route, { ...input, cursor }) as Promise<Page<Item>>;
}
