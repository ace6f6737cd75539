/**
 * DynamoDB orders strings by the bytes of their UTF-8 encoding. That is the order of JavaScript's UTF-16 units,
 * except that surrogates, which stand for the highest code points, lie below U+E000 there.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (anySurrogate.test(a) || anySurrogate.test(b)) return compareUnits(a, b);
  return a < b ? -1 : 1;
}

const anySurrogate = /[\ud800-\udfff]/;

function compareUnits(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    if (isSurrogate(left) === isSurrogate(right)) return left - right;
    return isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
