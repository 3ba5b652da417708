import type { Browser, BrowserContext, FileChooser, Response } from "@playwright/test";
import { fill, kindOf, nameOf, press, type Act, type Step } from "./acts";
import { Chooser, targetOf } from "./chooser";
import { type Coverage, EVERY_PAGE, type Place } from "./coverage";
import { FIXED_PATHS, routeOf, withoutFragment } from "./routes";
import { type Chance, chanceOf } from "./seeded";
import type { Scene } from "./stage";
import { type Before, before, complaintsOf, doubled, shownSecrets, violations, wrongBalances } from "./properties";
import { type Complaint, openTab, type Tab } from "./tab";
import { BUTTONS, type Item, labelOf } from "./view";
import { FAULTS, faultyRequests, type FaultyRequests } from "./request-faults";
import type { Role, World } from "./world";
import { addAuthenticator } from "@/tests/support/virtual-authenticator";
import { png } from "@/tests/lib/domain/writing/media/images";

/** A property that did not hold, and what somebody did until then. */
export interface Finding extends Complaint {
  role: Role;
  seed: number;
  route: string;
  steps: Step[];
}

/** Changes what the product serves, as a fault of its would. */
export type Plant = (context: BrowserContext) => Promise<unknown>;

export interface Plan {
  role: Role;
  seed: number;
  /** How many steps to choose; or the steps of an earlier walk, to do again. */
  steps: number | readonly Step[];
  plant?: Plant;
  /** What ends the walk: a finding about this property, or this very one. Otherwise it goes on after findings. */
  until?: Pick<Finding, "property"> & Partial<Pick<Finding, "route" | "detail">>;
}

const FAULTY_STEPS = 0.15;

/** Two findings with the same name are the same fault. */
export const nameOfFinding = ({ property, route, detail }: Pick<Finding, "property" | "route" | "detail">) =>
  `${property} · ${route} · ${labelOf(detail).slice(0, 60)}`;

export function isLike(finding: Finding, wanted: NonNullable<Plan["until"]>): boolean {
  return wanted.route === undefined
    ? finding.property === wanted.property
    : nameOfFinding(finding) === nameOfFinding({ route: "", detail: "", ...wanted });
}

/** Wanders through a scene, and returns what it found. */
export async function walk(
  browser: Browser,
  scene: Scene,
  world: World,
  coverage: Coverage,
  plan: Plan,
): Promise<Finding[]> {
  const { role, seed } = plan;
  const account = role === "visitor" ? undefined : world.accounts[role];
  const context = await browser.newContext({
    baseURL: scene.url,
    serviceWorkers: "block",
    storageState: account?.cookies,
    reducedMotion: "reduce",
    viewport: chanceOf(seed).happens(0.25) ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  });
  try {
    return await new Walk(context, scene, world, coverage, plan).run();
  } finally {
    await context.close();
  }
}

class Walk {
  readonly #chance: Chance;
  readonly #chooser: Chooser;
  readonly #steps: Step[] = [];
  readonly #findings: Finding[] = [];
  readonly #texts: string[] = [];
  readonly #trails = new Map<Tab, string[]>();
  #tabs: Tab[] = [];
  #current = 0;
  #requests!: FaultyRequests;
  #hasEnded = false;

  constructor(
    private readonly context: BrowserContext,
    private readonly scene: Scene,
    private readonly world: World,
    private readonly coverage: Coverage,
    private readonly plan: Plan,
  ) {
    this.#chance = chanceOf(plan.seed);
    this.#chooser = new Chooser(plan.role, this.#chance, coverage);
  }

  get #tab(): Tab {
    return this.#tabs[this.#current]!;
  }

  async run(): Promise<Finding[]> {
    const { steps, plant } = this.plan;
    this.#requests = await faultyRequests(this.context);
    await plant?.(this.context);
    this.coverage.startWalk();
    for (const path of [...FIXED_PATHS, ...this.world.addresses[this.plan.role]]) this.#know(path);
    await this.#openTabs();
    // Every walk begins so.
    this.#steps.splice(0);
    if (typeof steps === "number")
      for (let count = 0; count < steps && !this.#isOver(); count += 1) await this.#takeNext();
    else for (const step of steps) if (!this.#isOver()) await this.#take(step);
    return this.#findings;
  }

  #isOver(): boolean {
    const { until } = this.plan;
    return this.#hasEnded || (until !== undefined && this.#findings.some((finding) => isLike(finding, until)));
  }

  #know(path: string): void {
    const route = routeOf(path.split(/[?#]/)[0]!);
    if (route) this.coverage.know(this.plan.role, route, path);
  }

  async #openTabs(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      const tab = await openTab(this.context);
      await addAuthenticator(tab.page);
      this.#tabs.push(tab);
      this.#trails.set(tab, []);
      tab.page.on("filechooser", (chooser) => void chooseFile(chooser));
      tab.page.on("response", (response) => {
        if (response.request().isNavigationRequest()) this.#noteRedirect(response);
      });
      this.#current = count;
      await this.#take({ act: { kind: "open", path: "/" } });
    }
  }

  /** A page that only leads to another was visited; one that leads to where somebody signs in was not. */
  #noteRedirect(response: Response): void {
    const { location } = response.headers();
    const { pathname } = new URL(response.url());
    if (!location || new URL(location, response.url()).pathname === "/login") return;
    this.coverage.visit(routeOf(pathname) ?? "");
  }

  async #takeNext(): Promise<void> {
    const tab = this.#tab;
    const choice = this.#chooser.choose(tab.view, this.#placeOf(tab));
    let act: Act;
    if (choice.kind === "enter") {
      const value = await this.#valueFor(choice.item).catch(() => "");
      act = { kind: "fill", target: targetOf(choice.item), value };
    } else act = choice;
    const mayFail = act.kind === "press" && this.#chance.happens(FAULTY_STEPS);
    await this.#take({ act, ...(mayFail && { fault: this.#chance.of(FAULTS) }) });
  }

  async #take(step: Step): Promise<void> {
    const { act, fault } = step;
    const tab = this.#tab;
    const trail = this.#trails.get(tab)!;
    const earlier = await before(tab, trail);
    const item = "target" in act ? tab.view.items.find((one) => isTarget(one, act.target)) : undefined;
    if ("target" in act && !item) return;
    this.#steps.push(step);
    this.#requests.expect(fault);
    const isDone = await this.#perform(tab, act, item).then(
      () => true,
      () => false,
    );
    if (item && isDone && BUTTONS.has(item.role)) this.coverage.press(this.#placeOf(tab), item);
    // What could not be done, since something covered it or took its place, has to be forgotten.
    if (!isDone) this.#steps.pop();
    if (act.kind === "switch") return;

    const found = await complaintsOf(tab, step, earlier).catch((error: unknown) => {
      if (this.context.pages().length === 0) throw error;
      return [];
    });
    if (!isDone) found.splice(0);
    this.#requests.expect(undefined);
    this.#note(tab, act, item, earlier);
    await this.#examine(tab, step, found);
  }

  async #perform(tab: Tab, act: Act, item: Item | undefined): Promise<void> {
    const { page } = tab;
    switch (act.kind) {
      case "open":
        await page.goto(act.path, { waitUntil: "domcontentloaded", timeout: 20_000 });
        return;
      case "press":
        return press(page, item!, act.by);
      case "fill":
        await fill(page, item!, act.value);
        if (/\w{3}/.test(act.value) && /^(textbox|searchbox)$/.test(act.target.role)) {
          tab.typed = tab.typed.filter((typed) => nameOf(typed.item) !== nameOf(act.target));
          tab.typed.push({ item: act.target, value: act.value });
          this.#texts.push(act.value);
        }
        return;
      case "key":
        return page.keyboard.press(act.key);
      case "back":
        await page.goBack({ waitUntil: "commit", timeout: 5_000 }).catch(() => undefined);
        return;
      case "forward":
        await page.goForward({ waitUntil: "commit", timeout: 5_000 }).catch(() => undefined);
        return;
      case "reload":
        await page.reload({ waitUntil: "domcontentloaded" });
        return;
      case "switch":
        this.#current = 1 - this.#current;
        await this.#tab.page.bringToFront();
    }
  }

  /** Remembers where the tab is, and how it got there. */
  #note(tab: Tab, act: Act, item: Item | undefined, { view }: Before): void {
    const trail = this.#trails.get(tab)!;
    const url = withoutFragment(tab.view.url);
    const isElsewhere = url !== withoutFragment(view.url);
    if (act.kind === "back" && isElsewhere) trail.pop();
    else if (isElsewhere || trail.length === 0) trail.push(url);
    if (isElsewhere || act.kind === "open" || act.kind === "reload") {
      // That page stands for all that is missing.
      this.coverage.visit(tab.status === 404 ? "/missing" : tab.view.route);
      tab.loaded = url.replace(this.scene.url, "") || "/";
      tab.presses = [];
      tab.opening = [];
    } else if (act.kind === "press" && item) {
      tab.presses = [...tab.presses, targetOf(item)].slice(-5);
      tab.opening = [...tab.opening, targetOf(item)];
    }
    if (tab.view.overlays.length === 0) {
      tab.openedAt = "";
      tab.opening = [];
    }
    if (tab.view.overlays.length > 0 && !tab.openedAt) tab.openedAt = item?.isShell ? EVERY_PAGE : tab.view.route;
    for (const { role, url: link } of tab.view.items)
      if (role === "link" && link && URL.canParse(link, tab.view.url)) {
        const { origin, pathname, search } = new URL(link, tab.view.url);
        if (origin === this.scene.url) this.#know(pathname + search);
      }
    if (!this.#isInScene(tab)) this.#hasEnded = true;
  }

  #placeOf({ view, openedAt }: Tab): Place {
    return { route: view.route, openedAt: openedAt || view.route };
  }

  #isInScene({ view }: Tab): boolean {
    return view.url.startsWith(this.scene.url);
  }

  async #examine(tab: Tab, step: Step, found: Complaint[]): Promise<void> {
    const { role } = this.plan;
    if (this.#hasEnded) return;
    const way = { path: tab.loaded, presses: tab.presses, opening: tab.opening };
    const isNew = this.coverage.see(role, tab.view, way, this.#placeOf(tab));
    found.push(...(await shownSecrets(tab, this.world.secrets[role])));
    const until = this.plan.until?.property;
    // The most expensive property, by far.
    if (isNew && tab.view.items.length > 0 && (!until || until === "axe finds nothing"))
      found.push(...(await violations(tab)));
    const account = role === "visitor" ? undefined : this.world.accounts[role];
    if (account) found.push(...(await wrongBalances(this.#tabs, this.scene, account.id)));
    if (step.act.kind === "press") {
      found.push(...(await doubled(this.scene, this.#texts.slice(-10))));
      found.push(...(await this.#deadLink(tab, step)));
    }
    for (const complaint of found) {
      const finding = { ...complaint, role, seed: this.plan.seed, route: tab.view.route, steps: [...this.#steps] };
      if (!this.#findings.some((known) => nameOfFinding(known) === nameOfFinding(finding)))
        this.#findings.push(finding);
    }
    if (account && /^\/(login|register)$/.test(tab.view.route)) this.#hasEnded = await this.#isSignedOut();
  }

  /** Whether the walk signed its account out, or closed it. */
  async #isSignedOut(): Promise<boolean> {
    const response = await this.context.request.get("/api/me").catch(() => undefined);
    return response?.status() === 401;
  }

  /** A link on a page leads to a page. */
  async #deadLink(tab: Tab, { act }: Step): Promise<Complaint[]> {
    if (act.kind !== "press" || act.target.role !== "link") return [];
    const path = withoutFragment(tab.view.url);
    if (this.coverage.usesOf(`asks for ${path}`) > 0) return [];
    this.coverage.use(`asks for ${path}`);
    const response = await this.context.request.get(path, { maxRedirects: 3 }).catch(() => undefined);
    if (response?.status() !== 404) return [];
    return [{ property: "no dead end", detail: `${nameOf(act.target)} leads to a page that does not exist` }];
  }

  async #valueFor(item: Item): Promise<string> {
    const field = await kindOf(this.#tab.page, item);
    const chance = this.#chance;
    const word = `${chance.of(WORDS)} ${chance.of(WORDS)} ${this.plan.seed}x${this.#steps.length}`;
    if (field.tag === "SELECT") return chance.of(field.options) ?? "";
    const byType: Record<string, () => string> = {
      password: () => this.#password(),
      email: () => `w${this.plan.seed}x${this.#steps.length}@example.com`,
      number: () => String(Number(field.min || 1) + chance.below(3)),
      url: () => "https://example.com/bridges",
      date: () => inDays(2 + chance.below(20)).slice(0, 10),
      time: () => "12:30",
      "datetime-local": () => inDays(2 + chance.below(20)).slice(0, 16),
    };
    const value = byType[field.type]?.();
    if (value !== undefined) return value;
    if (field.autocomplete === "one-time-code") return "123456";
    if (field.autocomplete === "username") return this.#account()?.handle ?? "ada";
    if (/code/i.test(item.name) && item.role === "textbox") return "BCDF-GHJK";
    if (/handle|opponent|person/i.test(item.name)) return chance.of(["ada", "grace", this.#account()?.handle ?? "ada"]);
    if (/address|url|link/i.test(item.name)) return "https://example.com/bridges";
    return field.maxLength > 0 ? word.slice(-field.maxLength) : word;
  }

  #account() {
    return this.plan.role === "visitor" ? undefined : this.world.accounts[this.plan.role];
  }

  #password(): string {
    return this.#account()?.password ?? "four words make one";
  }
}

const WORDS = ["brass", "amber", "walnut", "copper", "linen", "maple", "velvet", "granite", "saffron", "juniper"];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const isTarget = (item: Item, { role, label, nth }: ReturnType<typeof targetOf>) =>
  item.role === role && item.label === label && item.nth === nth;

async function chooseFile(chooser: FileChooser): Promise<void> {
  await chooser
    .setFiles({ name: "bridge.png", mimeType: "image/png", buffer: Buffer.from(await png()) })
    .catch(() => undefined);
}
