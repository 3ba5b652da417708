import type { Act, Target } from "./acts";
import type { Coverage, Place, Way } from "./coverage";
import { routeOf, withoutFragment } from "./routes";
import type { Chance } from "./seeded";
import { BUTTONS, FIELDS, type Item, type View } from "./view";
import type { Role } from "./world";

/** What somebody means to do next: an act, or something that is looked for by its name. */
type Intent = { open: string } | { press: Target } | { fill: Target };

/** How often a button is looked for at its place before it counts as gone. */
const MOST_MISSES = 3;

/** An act that is possible now. A field's value is chosen when it is filled. */
export type Choice = Act | { kind: "enter"; item: Item };

/**
 * Chooses what somebody does who knows nothing of the pages: among what is visible, preferring what was used least, by
 * following the ways that were seen to lead there.
 */
export class Chooser {
  #intents: Intent[] = [];
  #last = { label: "", times: 0 };

  constructor(
    private readonly role: Role,
    private readonly chance: Chance,
    private readonly coverage: Coverage,
  ) {}

  choose(view: View, place: Place): Choice {
    // What opens has to close: often enough, although it is full of what was never pressed.
    if (view.overlays.length > 0 && this.chance.happens(0.15)) {
      this.#intents = [];
      return this.chance.happens(0.5) ? { kind: "back" } : { kind: "key", key: "Escape" };
    }
    const next = this.#follow(view);
    if (next) return next;
    if (view.overlays.length === 0 && this.chance.happens(this.#hasNews(view, place) ? 0.2 : 0.8)) {
      this.#aim(view);
      const first = this.#follow(view);
      if (first) return first;
    }
    return this.#wander(view, place);
  }

  /** Whether something on this page, and not only what every page has, was never pressed. */
  #hasNews({ items }: View, place: Place): boolean {
    return items.some((item) => BUTTONS.has(item.role) && !item.isShell && this.coverage.pressesOf(place, item) === 0);
  }

  /** The next act of what was intended; undefined if nothing was, or if it is not possible here. */
  #follow(view: View): Choice | undefined {
    const intent = this.#intents.shift();
    if (!intent) return undefined;
    if ("open" in intent) {
      const link = view.items.find(({ role, url }) => role === "link" && url === intent.open);
      return link ? this.#press(link) : { kind: "open", path: intent.open };
    }
    const target = "press" in intent ? intent.press : intent.fill;
    const item =
      view.items.find(({ role, label, nth }) => role === target.role && label === target.label && nth === target.nth) ??
      view.items.find(({ role, label }) => role === target.role && label === target.label);
    if (!item) {
      this.#intents = [];
      return undefined;
    }
    if ("fill" in intent) return { kind: "enter", item };
    return this.#prepare(view, item) ?? this.#press(item);
  }

  /** Before something in a form is pressed, what is empty in it is filled, mostly. */
  #prepare(view: View, item: Item): Choice | undefined {
    if (!item.group || !BUTTONS.has(item.role) || item.role !== "button" || this.chance.happens(0.3)) return undefined;
    const empty = view.items.filter(
      ({ role, group, isFilled }) => group === item.group && FIELDS.has(role) && role !== "slider" && !isFilled,
    );
    if (empty.length === 0 || empty.length > 8) return undefined;
    const key = `${item.group} ${item.label}`;
    this.#last = { label: key, times: this.#last.label === key ? this.#last.times + 1 : 0 };
    if (this.#last.times > empty.length + 1) return undefined;
    this.#intents.unshift({ press: item });
    return { kind: "enter", item: empty[0]! };
  }

  #press(item: Item): Act {
    return { kind: "press", target: targetOf(item), by: this.chance.happens(0.3) ? "keyboard" : "pointer" };
  }

  /** Intends to go to a page that was visited least, or to a button that nobody has pressed. */
  #aim(view: View): void {
    const routes = this.coverage.leastVisited(this.role);
    const buttons = this.coverage.unpressed(this.role, MOST_MISSES);
    const isUnvisited = routes.length > 0 && this.coverage.visitsOf(routes[0]!.route) === 0;
    if (routes.length > 0 && (buttons.length === 0 || this.chance.happens(isUnvisited ? 0.7 : 0.1))) {
      const { route, paths } = this.chance.of(routes);
      this.coverage.use(`${this.role} tries ${route}`);
      this.#intents = [{ open: this.chance.of(paths) }];
      return;
    }
    const isHere = ({ path }: Way) => new URL(path, view.url).href === withoutFragment(view.url);
    const here = buttons.filter(({ ways }) => isHere(ways.get(this.role)!));
    const button = this.chance.of(here.length > 0 ? here : buttons);
    if (!button) return;
    const way = button.ways.get(this.role)!;
    // The short way first. Something else may have to be pressed before, to show it.
    const presses = button.misses === 0 ? way.opening : way.presses;
    button.misses += 1;
    this.#intents = [
      ...(isHere(way) && button.misses === 1 ? [] : [{ open: way.path }]),
      ...presses.map((press) => ({ press })),
    ];
  }

  #wander(view: View, place: Place): Choice {
    const options: { choice: () => Choice; weight: number }[] = [];
    const add = (weight: number, choice: () => Choice) => options.push({ choice, weight });
    for (const item of view.items) {
      if (FIELDS.has(item.role)) add(item.isFilled ? 0.4 : 2, () => ({ kind: "enter", item }));
      else if (item.role === "link") this.#addLink(item, view, add);
      else {
        const presses = this.coverage.pressesOf(place, item);
        add(
          (presses === 0 ? 30 : 8 / (1 + presses) ** 2) / (1 + item.nth),
          () => this.#prepare(view, item) ?? this.#press(item),
        );
      }
    }
    const isCovered = view.overlays.length > 0;
    for (const key of ["Escape", "Tab", "Shift+Tab", "Enter", "?", "End"])
      add(key === "Escape" && isCovered ? 1.5 : 0.12, () => ({ kind: "key", key }));
    add(isCovered ? 1.5 : 0.7, () => ({ kind: "back" }));
    for (const kind of ["forward", "reload", "switch"] as const) add(0.35, () => ({ kind }));
    return this.chance.weighted(options, ({ weight }) => weight).choice();
  }

  #addLink(item: Item, view: View, add: (weight: number, choice: () => Choice) => void): void {
    const url = item.url && URL.canParse(item.url, view.url) ? new URL(item.url, view.url) : undefined;
    const route = url && url.origin === new URL(view.url).origin ? routeOf(url.pathname) : undefined;
    if (!url || !route) return;
    if (withoutFragment(url.href) === withoutFragment(view.url)) return add(0.05, () => this.#press(item));
    const visits = this.coverage.visitsOf(route);
    add((visits === 0 ? 30 : 3 / (1 + visits) ** 1.5) / (1 + item.nth), () => this.#press(item));
  }
}

export const targetOf = ({ role, label, nth }: Item): Target => ({ role, label, nth });
