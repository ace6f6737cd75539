/**
 * The order of two texts by their bytes in UTF-8, which is S3's. JavaScript's own, by UTF-16, differs where one
 * character lies above U+FFFF and the other from U+E000 to U+FFFF.
 */
export function compareUtf8(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at);
    if (difference !== 0) return rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
  }
  return one.length - other.length;
}

/** Half of a surrogate pair stands for a character above all that need only one unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}
