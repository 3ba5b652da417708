import type { BrowserContext } from "@playwright/test";
import type { Property } from "./tab";
import type { Plant } from "./walk";
import type { Role } from "./world";

/** A fault that is planted into what the product serves, and the property that has to tell of it. */
interface PlantedFault {
  name: string;
  property: Property;
  role: Role;
  plant: Plant;
}

const script = (source: () => void) => async (context: BrowserContext) => context.addInitScript(source);

/** Faults of every kind that the properties are about, planted outside the product. */
export const PLANTED: readonly PlantedFault[] = [
  {
    name: "likes are answered by a 500",
    property: "no 5xx",
    role: "member",
    plant: (context) =>
      context.route(/\/api\/posts\/[^/]+\/like$/, (route) => route.fulfill({ status: 500, json: { error: "No" } })),
  },
  {
    name: "opening a menu throws",
    property: "no page error",
    role: "visitor",
    plant: script(() => {
      addEventListener("click", ({ target }) => {
        if (!(target instanceof Element) || !target.closest("[aria-haspopup=menu]")) return;
        setTimeout(() => {
          throw new Error("The menu fell");
        });
      });
    }),
  },
  {
    name: "settings write to the console",
    property: "no console error",
    role: "member",
    plant: script(() => {
      setInterval(() => location.pathname.startsWith("/settings") && console.error("A warning of a library"), 500);
    }),
  },
  {
    name: "every balance is one coin too much",
    property: "the balance becomes the ledger’s",
    role: "member",
    // Of one answer alone, the other tab would correct it.
    plant: (context) =>
      context.route(/\/api\/(coins|coins\/claim|quests\/[^/]+\/claim)$/, async (route) => {
        const response = await route.fetch();
        const { coins, newBalance, ...body } = (await response.json()) as Record<string, number>;
        const more = Object.entries({ coins, newBalance }).map(([key, value]) => [key, value && value + 1]);
        await route.fulfill({ response, json: { ...body, ...Object.fromEntries(more) } });
      }),
  },
  {
    name: "tabs do not tell each other their balance",
    property: "the balance becomes the ledger’s",
    role: "member",
    plant: script(() => {
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (message: unknown) {
        if (!this.name.includes("balance")) postMessage.call(this, message);
      };
    }),
  },
  {
    name: "a profile shows a post for followers",
    property: "nothing hidden is shown",
    role: "visitor",
    plant: script(() => {
      setInterval(() => {
        const main = location.pathname.startsWith("/users/") && document.querySelector("main");
        if (main && !main.querySelector("#planted"))
          main.insertAdjacentHTML("beforeend", '<p id="planted">For few: zqquokka</p>');
      }, 200);
    }),
  },
  {
    name: "menus ignore Back",
    property: "Back undoes what opened last",
    role: "member",
    plant: script(() => {
      addEventListener("popstate", (event) => {
        if (document.querySelector("[role=menu], [role=dialog]")) event.stopImmediatePropagation();
      });
    }),
  },
  {
    name: "fields are cleared when a page renders again",
    property: "what was typed is never lost",
    role: "member",
    plant: script(() => {
      setInterval(() => {
        for (const field of document.querySelectorAll<HTMLInputElement>(
          "textarea, input:is([type=text], :not([type]))",
        ))
          if (field !== document.activeElement) field.value = "";
      }, 300);
    }),
  },
  {
    name: "following spins for ever",
    property: "no endless spinner",
    role: "member",
    plant: script(() => {
      addEventListener("click", ({ target }) => {
        const button = target instanceof Element ? target.closest("button") : null;
        if (button?.textContent?.startsWith("Follow"))
          document.querySelector("main")?.insertAdjacentHTML("beforeend", '<p aria-busy="true">Following</p>');
      });
    }),
  },
  {
    name: "pictures of builds have no description",
    property: "axe finds nothing",
    role: "visitor",
    plant: script(() => {
      setInterval(() => {
        if (!location.pathname.startsWith("/builds")) return;
        for (const image of document.querySelectorAll("main img")) image.removeAttribute("alt");
      }, 100);
    }),
  },
  {
    name: "a bookmark drops the focus",
    property: "the focus is never lost",
    role: "member",
    plant: script(() => {
      addEventListener("click", ({ target }) => {
        const button = target instanceof Element ? target.closest("button") : null;
        if ((button?.ariaLabel ?? button?.textContent)?.startsWith("Bookmark")) setTimeout(() => button?.blur(), 50);
      });
    }),
  },
  {
    name: "a link to the news leads nowhere",
    property: "no dead end",
    role: "visitor",
    plant: script(() => {
      addEventListener(
        "click",
        (event) => {
          const link =
            event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href='/news']") : null;
          if (!link) return;
          event.stopImmediatePropagation();
          link.href = "/newz";
        },
        true,
      );
    }),
  },
  {
    name: "the list of rooms is blank",
    property: "no dead end",
    role: "member",
    plant: script(() => {
      setInterval(() => location.pathname === "/rooms" && document.body.replaceChildren(), 100);
    }),
  },
  {
    name: "posts are sent twice",
    property: "what is sent once exists once",
    role: "member",
    plant: (context) =>
      context.route(/\/api\/posts$/, async (route) => {
        const { "idempotency-key": _, ...headers } = route.request().headers();
        if (route.request().method() === "POST") await route.fetch({ headers });
        await route.fallback({ headers });
      }),
  },
];
