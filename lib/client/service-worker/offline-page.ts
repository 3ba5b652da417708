/** What is shown in place of a page that the browser does not keep. It needs nothing else. */
export const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You’re offline</title>
<style>
  :root { color-scheme: light dark; }
  body {
    display: grid; min-height: 100dvh; margin: 0; place-content: center; padding: 1.5rem; text-align: center;
    font: 1.0625rem/1.5 system-ui, sans-serif;
    background: light-dark(oklch(0.975 0.008 85), oklch(0.19 0.012 60));
    color: light-dark(oklch(0.24 0.02 60), oklch(0.95 0.01 85));
  }
  h1 { margin: 0 0 0.5rem; font-size: 1.6875rem; }
  p { max-width: 34ch; margin: 0 0 1.5rem; }
  a { color: light-dark(oklch(0.52 0.15 35), oklch(0.74 0.13 40)); }
</style>
<main>
  <h1>You’re offline</h1>
  <p>This page isn’t kept on your device. What you read last is, and what you did waits and goes out by itself.</p>
  <a href="/">Back to the feed</a>
</main>
</html>
`;
