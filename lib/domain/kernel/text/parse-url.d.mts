export function parseUrl(text: string, base?: string): URL | undefined;
