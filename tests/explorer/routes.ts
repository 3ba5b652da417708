import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "@/lib/infra/process/project";

const APP = path.join(PROJECT, "app");

/** A page of the app, such as `/posts/[id]`, or a file such as `/blog/rss.xml`, and the paths that it serves. */
interface Route {
  name: string;
  serves: RegExp;
  isPage: boolean;
}

/** Everything that the app serves, what has the fewest dynamic segments first: it wins over others. */
const ROUTES: readonly Route[] = (fs.readdirSync(APP, { recursive: true }) as string[])
  .filter((file) => /^(page|route)\.tsx?$/.test(path.basename(file)))
  .map((file) => {
    const segments = path
      .dirname(file)
      .split(path.sep)
      .filter((segment) => segment !== "." && !segment.startsWith("("));
    const pattern = segments.map((segment) => (segment.startsWith("[") ? "[^/]+" : segment));
    return {
      name: `/${segments.join("/")}`,
      serves: new RegExp(`^/${pattern.join("/")}$`),
      isPage: file.endsWith("page.tsx"),
    };
  })
  .toSorted((one, other) => segmentsOf(one) - segmentsOf(other) || one.name.localeCompare(other.name));

function segmentsOf({ name }: Route): number {
  return name.split("[").length;
}

export const ROUTE_NAMES: readonly string[] = ROUTES.filter(({ isPage }) => isPage).map(({ name }) => name);

/** The route that serves a path, or undefined for what is no page. */
export function routeOf(pathname: string): string | undefined {
  const route = ROUTES.find(({ serves }) => serves.test(pathname));
  return route?.isPage ? route.name : undefined;
}

/** The paths of routes without dynamic segments. */
export const FIXED_PATHS: readonly string[] = ROUTE_NAMES.filter((name) => !name.includes("["));

/** Returns an address without its fragment, which only scrolls the page. */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, "");
}
