import { dayIn } from '../content/written.ts';
import type { SheetField } from '../sheet.ts';

/** The value with one character taken for another that looks like it; undefined where none does. */
export function misreadOf(value: string, kind: SheetField['kind'], share: number): string | undefined {
  const places = placesIn(value, kind);
  // Of a date the year last: nobody takes 2026 for 2028 without a second look.
  const usual = kind === 'date' ? places.length - yearDigits : places.length;
  const start = Math.floor(share * usual);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at < usual ? (start + at) % usual : places.length - 1] ?? 0;
    const seen = looksLike.get(value.charAt(place));
    if (seen === undefined) continue;
    const misread = value.slice(0, place) + seen + value.slice(place + 1);
    if (kind !== 'date' || Number.isInteger(dayIn(misread))) return misread;
  }
  return undefined;
}

const yearDigits = 4;

/** Where the first differs from the second; -1 where they are the same. */
export function differsAt(one: string, other: string): number {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return at;
  return -1;
}

/** Figures are taken for figures in an amount. In a text, rather its figures than its letters. */
function placesIn(value: string, kind: SheetField['kind']): readonly number[] {
  const all = Array.from({ length: value.length }, (_, at) => at).filter((at) =>
    looksLike.has(value.charAt(at)),
  );
  const digits = all.filter((at) => isDigit(value.charAt(at)));
  return kind === 'text' && digits.length === 0 ? all : digits;
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9';
}

/** Each with what it is taken for. */
const pairs =
  '08 17 27 38 49 56 65 71 83 94 ao bh ce da ec ft gq hb il ji kh li mn nh oa pn qg rn se tf uv vu wv xk yv zs ' +
  'AR BS CG DO EF FP GC HN Il JI KX LI MN NH OD PF QO RK SB TI UV VU WV XK YV ZS';
const looksLike = new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]));
