// Imported first, because the other imports may already need this version of Node.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Pegboard needs Node.js 20.19 or newer, and this is ${process.versions.node}: install it from https://nodejs.org.`,
  );
  process.exit(1);
}
