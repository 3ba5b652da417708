/** Writes components/ui/icons.svg, the icons that icon-names.ts lists: `npx tsx scripts/collect-icons.ts`. */
import { writeFile } from "node:fs/promises";
import { ICON_NAMES } from "@/components/ui/icon-names";

type Shape = [element: string, attributes: Record<string, string>];

const symbols = await Promise.all(ICON_NAMES.map(async (name) => symbol(name, await shapesOf(name))));
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n${symbols.join("\n")}\n</svg>\n`;
await writeFile("components/ui/icons.svg", svg);

async function shapesOf(name: string): Promise<Shape[]> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as { __iconData: { node: Shape[] } };
  return __iconData.node;
}

function symbol(name: string, shapes: Shape[]): string {
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.map(drawn).join("")}</symbol>`;
}

/** Drops `key`, which is for React only. */
function drawn([element, { key: _key, ...attributes }]: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${element}${written.join("")}/>`;
}
