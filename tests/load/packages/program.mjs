// A program that uses the client, in every runtime. The module is a parameter, since each runtime imports it
// differently.

/** The smallest PNG. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export async function useClient(sdk, { site, key, delivery }) {
  const { Pegboard, PegboardError, PegboardConnectionError, verifyWebhook } = sdk;
  const pegboard = new Pegboard({ key, baseUrl: site });

  const { handle } = await pegboard.me.get();

  for (const content of ["One", "Two", "Three", "Four", "Five"]) await pegboard.posts.create({ content });
  const pages = [];
  for await (const { data } of pegboard.posts.list({ limit: 2 }).pages())
    pages.push(data.map(({ content }) => content));

  const { id } = await pegboard.posts.create({ content: "Written once" });
  const copies = [];
  for await (const post of pegboard.posts.list()) if (post.content === "Written once") copies.push(post.id);

  const bytes = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));
  const image = await pegboard.images.upload(new Blob([bytes], { type: "image/png" }), { alt: "A dot" });

  const failure = await pegboard.posts.get("post_nowhere").catch((error) => error);
  const impatient = new Pegboard({ key, baseUrl: site, timeoutMs: 300, retries: 0 });
  const silence = await impatient.users.get("silent").catch((error) => error);
  const ending = new AbortController();
  setTimeout(() => ending.abort(new Error("No longer wanted")), 100);
  const aborted = await pegboard.users.get("silent", { signal: ending.signal }).catch((error) => error);

  const event = await verifyWebhook(delivery.body, delivery.signature, delivery.secret);
  const forged = await verifyWebhook(`${delivery.body} `, delivery.signature, delivery.secret).catch((error) => error);

  return {
    handle,
    pages,
    copies: copies.length === 1 && copies[0] === id,
    image: image.id.startsWith("media_"),
    failure: failure instanceof PegboardError && failure.code,
    silence: silence instanceof PegboardConnectionError && silence.message,
    aborted: aborted.message,
    event: event.event,
    forged: forged.message,
  };
}
