/**
 * Reads which code points a TrueType font draws, from its `cmap`: the tables of format 4 and 12, which every font has.
 * @param {Buffer} font
 * @returns {number[]}
 */
export function codePointsOf(font) {
  const tables = font.readUInt16BE(4);
  for (let table = 0; table < tables; table += 1) {
    const record = 12 + table * 16;
    if (font.toString("latin1", record, record + 4) === "cmap")
      return readCmap(font.subarray(font.readUInt32BE(record + 8)));
  }
  return [];
}

function readCmap(cmap) {
  const points = [];
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) readSegments(table, points);
    if (format === 12) readGroups(table, points);
  }
  return points;
}

function readSegments(table, points) {
  const doubled = table.readUInt16BE(6);
  for (let at = 0; at < doubled; at += 2) {
    const [end, start] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + doubled + at)];
    for (let point = start; point <= end && point !== 0xffff; point += 1) points.push(point);
  }
}

function readGroups(table, points) {
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const [start, end] = [table.readUInt32BE(16 + group * 12), table.readUInt32BE(20 + group * 12)];
    for (let point = start; point <= end; point += 1) points.push(point);
  }
}

/**
 * Removes characters that no font has: the library would fetch another font, or the picture of an emoji. A keycap loses
 * its combining mark, and stays as its digit.
 * @param {string} text
 * @param {ReadonlySet<number>} points
 */
export function drawable(text, points) {
  const kept = [...text.normalize("NFC")].map((char) =>
    /\s/.test(char) ? " " : points.has(char.codePointAt(0)) && !/\p{C}/u.test(char) ? char : "",
  );
  return kept.join("").replace(/ +/g, " ").trim();
}
