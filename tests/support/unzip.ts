import zlib from "node:zlib";

/** The files of a ZIP archive without compression, by name, each verified by its checksum. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error("The archive has no directory");
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, checksum, size] = [10, 16, 24].map((at) =>
      at === 10 ? archive.readUInt16LE(entry + at) : archive.readUInt32LE(entry + at),
    );
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at));
    const local = archive.readUInt32LE(entry + 42);
    const name = archive.toString("utf8", entry + 46, entry + 46 + nameLength!);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + size!);
    if (method !== 0 || zlib.crc32(content) !== checksum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    entry += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}
