import * as fc from 'fast-check';
import { holeKinds, type HoleKind } from '#shared/catalogue/keys/key-template.ts';

const digitUpTo = (count: number): fc.Arbitrary<string> =>
  fc.nat(count - 1).map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(digit));
const word = fc.stringMatching(/^[\w.+-]{1,12}$/);
const moment = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

/** Generates the values that a hole of each kind takes. */
export const valuesOf: Readonly<Record<HoleKind, fc.Arbitrary<string>>> = {
  text: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !text.includes('#') && !/\p{Surrogate}/u.test(text)),
  ulid: fc
    .tuple(digitUpTo(8), fc.string({ unit: digitUpTo(32), minLength: 25, maxLength: 25 }))
    .map(([first, rest]) => first + rest),
  email: fc.tuple(word, word).map(([who, where]) => `${who}@${where}.example`),
  date: moment.map((date) => date.toISOString().slice(0, 10)),
  time: fc
    .tuple(moment, fc.boolean())
    .map(([date, exact]) => (exact ? date.toISOString() : date.toISOString().replace(/\.\d+/, ''))),
  epochMs: fc.bigInt(0n, 8_640_000_000_000_000n).map(String),
  epochSeconds: fc.bigInt(0n, 8_640_000_000_000n).map(String),
  number: fc.oneof(
    fc.bigInt(-(10n ** 37n), 10n ** 37n).map(String),
    fc.tuple(fc.integer(), fc.integer({ min: 1, max: 9 })).map(([whole, end]) => `${whole}.0${end}`),
  ),
};

interface Part {
  readonly text: string;
  readonly holes: readonly { readonly name: string; readonly kind: HoleKind }[];
}

const literal = fc.stringMatching(/^[A-Za-z0-9 ._\-$()[\]|^*+?\\/]{1,8}$/);
const kindOf = fc.constantFrom(...holeKinds);
/** Each entry is either "=" with literal text, or the kind of a hole. */
const parts: readonly fc.Arbitrary<readonly string[]>[] = [
  literal.map((text) => [`=${text}`]),
  kindOf.map((kind) => [kind]),
  fc.tuple(literal, kindOf).map(([text, kind]) => [`=${text}`, kind] as const),
  fc.tuple(kindOf, literal).map(([kind, text]) => [kind, `=${text}`] as const),
  kindOf.map((kind) => [kind, '=-', 'date'] as const),
  kindOf.map((kind) => ['=batch-', 'date', '=-', kind] as const),
];

/** Generates templates that a system may have, with parameters for them. */
export const keys: fc.Arbitrary<{
  readonly template: string;
  readonly params: Record<string, string>;
  readonly others: Record<string, string>;
}> = fc
  .array(fc.oneof(...parts), { minLength: 1, maxLength: 5 })
  .map((all) => all.map(findPart))
  .chain((all) => {
    const holes = all.flatMap((part) => part.holes);
    const values = fc.record(Object.fromEntries(holes.map(({ name, kind }) => [name, valuesOf[kind]])));
    return fc.record({
      template: fc.constant(all.map(({ text }) => text).join('#')),
      params: values,
      others: values,
    });
  });

function findPart(pieces: readonly string[], part: number): Part {
  const holes: Part['holes'][number][] = [];
  const text = pieces.map((piece, index) => {
    const kind = holeKinds.find((known) => known === piece);
    if (kind === undefined) return piece.replace(/^=/, '');
    const name = `p${part}x${index}`;
    holes.push({ name, kind });
    return kind === 'text' ? `{${name}}` : `{${name}:${kind}}`;
  });
  return { text: text.join(''), holes };
}
