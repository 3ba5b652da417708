import { call } from "./call";
import type { InputOf, OutputOf, Route } from "./routes";

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** A route that lists items of this type, with its input except the cursor. */
export type ListSource<Item> = {
  [R in Route]: OutputOf<R> extends Page<infer Found>
    ? [Found] extends [Item]
      ? { route: R; input?: Omit<InputOf<R>, "cursor"> }
      : never
    : never;
}[Route];

export function readPage<Item>({ route, input }: ListSource<Item>, cursor: string): Promise<Page<Item>> {
  // The compiler cannot relate route and input.
  return call(route, { ...input, cursor }) as Promise<Page<Item>>;
}
