import fs from "node:fs";
import { expect, test } from "vitest";

const CLUSTER = "docs/operations/cluster";
const FILES = ["Dockerfile", `${CLUSTER}/Dockerfile`, "compose.yaml", "compose.cluster.yaml"];
const texts = new Map([...FILES, `${CLUSTER}.md`].map((file) => [file, fs.readFileSync(file, "utf8")]));

test("images are pinned by version, and the project's own have the version of the package", () => {
  const { version } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { version: string };
  const images = FILES.flatMap((file) =>
    [...texts.get(file)!.matchAll(/^\s*(?:image:|FROM) (\S+)/gm)].map(([, image]) => ({ file, image: image! })),
  );
  expect(images.length).toBeGreaterThan(7);
  const isPinned = (image: string) =>
    image.startsWith("pegboard") ? image.endsWith(`:${version}`) : /:v?\d+\.\d+/.test(image);
  const strays = images.filter(({ image }) => !isPinned(image)).map(({ file, image }) => `${file}: ${image}`);
  expect(strays, "Name a version; for an image of ours, that of package.json").toEqual([]);
});

test("compose publishes only the product, and only on loopback", () => {
  const ports = FILES.flatMap((file) => [...texts.get(file)!.matchAll(/^\s*ports: (.*)$/gm)].map(([, list]) => list));
  expect(ports.filter((list) => list !== "[]")).toEqual(['["127.0.0.1:3000:3000"]']);
});

test("the cluster's files use only variables that its guide or its containers set", () => {
  const named = ["etcd.env", "patroni.env", "haproxy.cfg"].flatMap((file) => {
    const text = fs.readFileSync(`${CLUSTER}/${file}`, "utf8");
    const optional = [...text.matchAll(/defined\((\w+)\)/g)].map(([, name]) => name);
    return [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = ""]) => ({ name, isOptional: optional.includes(name) }));
  });
  expect(named.length).toBeGreaterThan(20);
  const machine = fs.readFileSync(`${CLUSTER}/machine.sh`, "utf8");
  const containers = `${texts.get("compose.cluster.yaml")}${texts.get(`${CLUSTER}/Dockerfile`)}${machine}`;
  const sets = (text: string, name: string) => new RegExp(`\\b${name}[:=]`).test(text);
  const strays = named.filter(
    ({ name, isOptional }) => !sets(texts.get(`${CLUSTER}.md`)!, name) || (!isOptional && !sets(containers, name)),
  );
  expect(strays, `Set it in ${CLUSTER}.md, and in compose.cluster.yaml or machine.sh`).toEqual([]);
});
