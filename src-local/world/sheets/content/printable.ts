/** The standard fonts print WinAnsi only: what it lacks is put as near to it as letters can. */
export function printable(text: string): string {
  if (!/[^\u0020-\u007e\u00a0-\u00ff]/.test(text)) return text;
  const plain = Array.from(text.normalize('NFC'), (letter) => {
    if (isPrintable(letter)) return letter;
    const known = substitutes.get(letter);
    if (known !== undefined) return known;
    const stripped = letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
    return Array.from(stripped).every(isPrintable) ? stripped : '?';
  });
  // One mark is enough for a name that cannot be written at all.
  return plain
    .join('')
    .replaceAll(/\?{2,}/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** As much of a name as a page has room for. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

export function isPrintable(letter: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/.test(letter);
}

const substitutes = new Map([
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ə', 'e'],
  ['ẞ', 'SS'],
  ['−', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['→', '>'],
  ['≤', '<='],
  ['≥', '>='],
  ['₂', '2'],
  // Not seen, and so not printed.
  ['\u200b', ''],
  ['\u200d', ''],
  ['\u200e', ''],
  ['\u200f', ''],
  ['\ufeff', ''],
]);
