import zlib from "node:zlib";

/** A file of an archive, and what the archive says of it instead of the truth. */
interface ForgedFile {
  name: string;
  content: Buffer;
  deflated?: boolean;
  /** What the directory says. */
  size?: number;
  checksum?: number;
  /** Where its bytes begin, if not where they do. */
  offset?: number;
}

/** Packs files as a ZIP archive that may say anything of itself. `entries` is how many files it claims to have. */
export function forgedZip(files: readonly ForgedFile[], { entries = files.length } = {}): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, deflated = false, size, checksum, offset } of files) {
    const stored = deflated ? zlib.deflateRawSync(content) : content;
    const label = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x0800, 2);
    about.writeUInt16LE(deflated ? 8 : 0, 4);
    about.writeUInt32LE(checksum ?? zlib.crc32(content), 10);
    about.writeUInt32LE(stored.length, 14);
    about.writeUInt32LE(size ?? content.length, 18);
    about.writeUInt16LE(label.length, 22);
    local.push(Buffer.concat([Buffer.from("PK\x03\x04"), about, label, stored]));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset ?? at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), about, place, label]));
    at += 30 + label.length + stored.length;
  }
  const entriesOfDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(entriesOfDirectory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, entriesOfDirectory, end]);
}
