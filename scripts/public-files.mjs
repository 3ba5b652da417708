import fs from "node:fs";
import path from "node:path";

/** Tells which addresses are files of the folder `public/`. */
export function publicFiles(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const addresses = new Set(
    files.map(
      ({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name)).split(path.sep).join("/")}`,
    ),
  );
  return (url) => addresses.has(decoded(url.split("?", 1)[0]));
}

function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
