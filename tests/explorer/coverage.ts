import { ROUTE_NAMES } from "./routes";
import { type Role, ROLES } from "./world";
import { BUTTONS, type Item, type View } from "./view";

type Press = Pick<Item, "role" | "label" | "nth">;

/** How somebody got to a button, from an address that they can open again. */
export interface Way {
  path: string;
  /** All presses since the address was opened, as far as they are known. */
  presses: Press[];
  /** Those since the dialog or menu was opened; none on a page. */
  opening: Press[];
}

/** Where a button is: on a page, or in a dialog or menu that was opened from one, or from what surrounds them all. */
export interface Place {
  route: string;
  openedAt: string;
}

export const EVERY_PAGE = "every page";

interface Button {
  key: string;
  presses: number;
  /** How often this walk looked for it in vain. */
  misses: number;
  ways: Map<Role, Way>;
}

/** What all walks of a run have seen and used. */
export class Coverage {
  readonly #visits = new Map<string, number>();
  readonly #buttons = new Map<string, Button>();
  readonly #uses = new Map<string, number>();
  /** Paths that a role knows, by route. */
  readonly #paths = new Map<Role, Map<string, Set<string>>>(ROLES.map((role) => [role, new Map()]));
  readonly #states = new Map<Role, Set<string>>();

  /** Begins a walk in a new copy of the world, where everything can be looked for again. */
  startWalk(): void {
    for (const button of this.#buttons.values()) button.misses = 0;
  }

  /** Notes what is visible. Returns whether nobody has seen the page in this state. */
  see(role: Role, view: View, way: Way, place: Place): boolean {
    this.#visits.set(view.route, this.#visits.get(view.route) ?? 0);
    for (const item of view.items.filter(({ role: kind }) => BUTTONS.has(kind))) {
      const key = keyOf(place, item);
      const button = this.#buttons.get(key) ?? { key, presses: 0, misses: 0, ways: new Map<Role, Way>() };
      this.#buttons.set(key, button);
      const { presses, opening, path } = way;
      if (!button.ways.has(role) || button.misses > 0)
        button.ways.set(role, { path, presses: [...presses, item], opening: [...opening, item] });
    }
    const state = stateOf(view);
    const isNew = ![...this.#states.values()].some((states) => states.has(state));
    this.#states.set(role, (this.#states.get(role) ?? new Set()).add(state));
    return isNew;
  }

  visit(route: string): void {
    this.#visits.set(route, (this.#visits.get(route) ?? 0) + 1);
  }

  visitsOf(route: string): number {
    return this.#visits.get(route) ?? 0;
  }

  press(place: Place, item: Item): void {
    const button = this.#buttons.get(keyOf(place, item));
    if (button) button.presses += 1;
  }

  pressesOf(place: Place, item: Item): number {
    return this.#buttons.get(keyOf(place, item))?.presses ?? 0;
  }

  use(what: string): void {
    this.#uses.set(what, (this.#uses.get(what) ?? 0) + 1);
  }

  usesOf(what: string): number {
    return this.#uses.get(what) ?? 0;
  }

  /** Notes a path that leads to a page. */
  know(role: Role, route: string, path: string): void {
    const known = this.#paths.get(role)!;
    const paths = known.get(route) ?? new Set();
    known.set(route, paths);
    if (paths.size < 40) paths.add(path);
  }

  /** Paths of the routes that were visited, and tried as this role, least. */
  leastVisited(role: Role): { route: string; paths: string[] }[] {
    const scoreOf = (route: string) => this.visitsOf(route) + 2 * this.usesOf(`${role} tries ${route}`);
    const known = [...this.#paths.get(role)!];
    const fewest = Math.min(...known.map(([route]) => scoreOf(route)));
    return known.filter(([route]) => scoreOf(route) === fewest).map(([route, paths]) => ({ route, paths: [...paths] }));
  }

  /** Buttons that nobody has pressed, and that this role has seen. */
  unpressed(role: Role, mostMisses: number): Button[] {
    return [...this.#buttons.values()].filter(
      ({ presses, misses, ways }) => presses === 0 && misses < mostMisses && ways.has(role),
    );
  }

  report() {
    const buttons = [...this.#buttons.values()];
    const isReached = (route: string) => this.visitsOf(route) > 0;
    return {
      routes: ROUTE_NAMES.filter(isReached).length,
      missedRoutes: ROUTE_NAMES.filter((route) => !isReached(route)),
      buttons: buttons.length,
      pressed: buttons.filter(({ presses }) => presses > 0).length,
      missedButtons: buttons
        .filter(({ presses }) => presses === 0)
        .map(({ key }) => key)
        .toSorted(),
      states: Object.fromEntries([...this.#states].map(([role, states]) => [role, states.size])),
    };
  }
}

function keyOf({ route, openedAt }: Place, { role, label, isShell, isCovering }: Item): string {
  return `${isShell ? EVERY_PAGE : isCovering ? openedAt : route}  ${role} ${label}`;
}

/** The buttons and what is open decide how a page looks; texts and links of lists do not. */
function stateOf({ route, overlays, items }: View): string {
  const buttons = items.filter(({ role }) => BUTTONS.has(role)).map(({ role, label }) => `${role} ${label}`);
  return [route, ...overlays.map(({ role, name }) => `${role} ${name}`), ...new Set(buttons.toSorted())].join("\n");
}
