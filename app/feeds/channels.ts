import { withinBudget } from "@/lib/auth/admission";
import { visitorContext } from "@/lib/auth/page-context";
import { listBlog, listNews } from "@/lib/domain/writing/articles/queries";
import { atomFeed, type Channel, rssFeed } from "@/lib/domain/writing/articles/syndication";
import { API_CHANGES } from "@/lib/openapi/changes";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { env } from "@/lib/infra/environment/env";

const FORMATS = {
  "rss.xml": { write: rssFeed, type: "application/rss+xml" },
  "atom.xml": { write: atomFeed, type: "application/atom+xml" },
};

const MAX_ENTRIES = 50;

type ChannelFor = (address: (path: string) => string) => Promise<Omit<Channel, "self" | "link">>;

async function blog(address: (path: string) => string) {
  const [{ data }, { name }] = await Promise.all([
    listBlog(await visitorContext(), { limit: MAX_ENTRIES }),
    currentSite(),
  ]);
  const entries = data.map(({ slug, title, description, date, tags }) => ({
    title,
    description,
    date,
    link: address(`/blog/${slug}`),
    categories: tags,
  }));
  return {
    author: name,
    title: `${name}’s blog`,
    description: `How ${name} is made, by the people who make it.`,
    entries,
  };
}

async function news(address: (path: string) => string) {
  const [{ data }, { name }] = await Promise.all([
    listNews(await visitorContext(), { limit: MAX_ENTRIES }),
    currentSite(),
  ]);
  const entries = data.map(({ slug, title, description, date, category }) => ({
    title,
    description,
    date,
    link: address(`/news/${slug}`),
    categories: [category],
  }));
  return { author: name, title: `${name}’s news`, description: "Small workshops, big ideas.", entries };
}

async function apiChanges(address: (path: string) => string) {
  const { name } = await currentSite();
  const entries = API_CHANGES.map(({ version, date, changes }) => ({
    title: version,
    description: changes.join(" ").replaceAll("`", ""),
    date,
    link: address(`/docs/api#changes-${version}`),
    categories: [],
  }));
  return { author: name, title: `Changes of ${name}’s API`, description: "What each version added.", entries };
}

const CHANNELS: Record<"/blog" | "/news" | "/docs/api", ChannelFor> = {
  "/blog": blog,
  "/news": news,
  "/docs/api": apiChanges,
};

/** Builds the route handler of a feed, such as `/blog/rss.xml`. */
export function feedAt(path: keyof typeof CHANNELS, file: keyof typeof FORMATS) {
  return withinBudget("costly", async () => {
    const address = (own: string) => new URL(own, env().siteUrl).href;
    const { write, type } = FORMATS[file];
    const body = write({ ...(await CHANNELS[path](address)), link: address(path), self: address(`${path}/${file}`) });
    return new Response(body, {
      headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=900" },
    });
  });
}
