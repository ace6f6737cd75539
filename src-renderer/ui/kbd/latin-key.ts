/**
 * The key as shortcuts call it. A layout without Latin letters has them on its second level; there
 * the place of the key counts, so that Ctrl and the key marked K is Ctrl+K in Cyrillic too.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key) || /^\p{Script=Latin}$/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? signs[code] ?? key;
}

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
