import { maskWords, whyMaskedInside } from './why-masked.ts';

type WhyOf = (key: string) => string | null;

/** A key can be an address or a person's, as a value can. */
export function whyMaskedKey(key: string): string | null {
  return plain.test(key) ? null : whyMaskedInside(key);
}

/** The keys of one object as they are shown, in their order: no two alike, and none like one that is shown as it is. */
export function shownKeys(keys: readonly string[], whyOf: WhyOf = whyMaskedKey): readonly string[] {
  const whys = keys.map(whyOf);
  if (whys.every((why) => why === null)) return keys;
  const taken = new Set(keys.filter((_, at) => whys[at] === null));
  const times = new Map<string, number>();
  return keys.map((key, at) => {
    const why = whys[at] ?? null;
    if (why === null) return key;
    const words = maskWords(why, key.length);
    for (;;) {
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      const shown = time === 1 ? words : `${words} ${time}`;
      if (!taken.has(shown)) return shown;
    }
  });
}

/** Most are, and nothing opens with so few letters. */
const plain = /^[a-z_]{1,19}$/i;
