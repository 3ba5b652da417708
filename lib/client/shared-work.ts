/** Work that one tab of a browser, the leader, does for all of them. */
export interface Work<Want, News> {
  /** How long a tab continues once it is hidden. */
  hiddenForMs: number;
  /** Returns what this tab wants. */
  wants(): Want[];
  /** The leader works for what the tabs want from now on. */
  workFor(wants: Want[]): void;
  /** In the leader: somebody came to a tab, or the network is back. */
  refresh?(): void;
  /** Returns what a tab that has just been opened lacks. */
  latest(): News | undefined;
  /** Another tab leads from now on, or none. */
  stop(): void;
  receive(news: News): void;
}

/** The other tabs, as the work sees them. */
export interface Tab<News> {
  share(news: News): void;
  /** To be called when what this tab wants has changed. */
  changed(): void;
}

export type Message<Want, News> =
  /** This tab leads from now on. */
  | { type: "lead" }
  /** `isBack`: somebody has just come to this tab. */
  | { type: "want"; tab: string; wants: Want[]; isBack: boolean }
  | { type: "news"; news: News };

/** A tab's part in shared work: the leader does it, and its followers tell it what they want. */
export class SharedWork<Want, News, W extends Work<Want, News>> {
  readonly work: W;
  #role: "away" | "following" | "leading" = "away";
  readonly #others = new Map<string, Want[]>();
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param id identifies this tab among the others
   * @param post sends a message to the others
   */
  constructor(
    create: (tab: Tab<News>) => W,
    private readonly id: string,
    private readonly post: (message: Message<Want, News>) => void,
  ) {
    this.work = create({ share: (news) => post({ type: "news", news }), changed: () => this.#announce() });
  }

  /** The tab became visible. */
  show(): void {
    clearTimeout(this.#leaving);
    if (this.#role === "away") this.#role = "following";
    this.refresh();
  }

  /** The tab was hidden, and another may take the lead. */
  hide(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.leave(), this.work.hiddenForMs);
  }

  lead(): void {
    if (this.#role !== "following") return;
    this.#role = "leading";
    this.#others.clear();
    this.post({ type: "lead" });
    this.#announce();
  }

  /** The user came back to the tab, or the network is back. */
  refresh(): void {
    this.#announce({ isBack: true });
    if (this.#role === "leading") this.work.refresh?.();
  }

  leave(): void {
    clearTimeout(this.#leaving);
    if (this.#role === "following") this.#postWants([]);
    if (this.#role === "leading") this.work.stop();
    this.#role = "away";
  }

  receive(message: Message<Want, News>): void {
    if (message.type === "lead") this.#follow();
    else if (this.#role !== "leading") {
      if (message.type === "news") this.work.receive(message.news);
    } else if (message.type === "want") this.#onWant(message);
  }

  #follow(): void {
    if (this.#role === "leading") {
      this.work.stop();
      this.#role = "following";
    }
    this.#announce();
  }

  #onWant({ tab, wants, isBack }: { tab: string; wants: Want[]; isBack: boolean }): void {
    if (wants.length > 0) this.#others.set(tab, wants);
    else this.#others.delete(tab);
    this.#announce();
    if (!isBack) return;
    const news = this.work.latest();
    if (news !== undefined) this.post({ type: "news", news });
    this.work.refresh?.();
  }

  /** Tells the leader what this tab wants, or works for it. */
  #announce({ isBack = false } = {}): void {
    const wants = this.work.wants();
    if (this.#role === "leading") this.work.workFor([...wants, ...[...this.#others.values()].flat()]);
    if (this.#role === "following") this.#postWants(wants, isBack);
  }

  #postWants(wants: Want[], isBack = false): void {
    this.post({ type: "want", tab: this.id, wants, isBack });
  }
}
