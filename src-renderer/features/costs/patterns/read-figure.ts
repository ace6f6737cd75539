import { grouped } from '#shared/domain/grouped-number.ts';

export type ReadFigure =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: string };

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: boolean;
}

/** A number as people type it, with or without separators of thousands. */
export function readFigure(text: string, { least, most, whole = false }: Bounds): ReadFigure {
  const plain = text.trim().replaceAll(/(?<=\d)[,\u0020\u00A0\u202F_](?=\d{3}(?!\d))/g, '');
  const fits = whole ? /^\d{1,15}$/ : /^\d{1,12}(\.\d{1,6})?$/;
  const value = Number(plain);
  if (!fits.test(plain) || value < least || value > most) {
    const problem = whole
      ? `Expected a whole number up to ${grouped(most)}.`
      : `Expected a number from ${grouped(least)} to ${grouped(most)}.`;
    return { ok: false, problem };
  }
  return { ok: true, value };
}

/** Some 11,000 calls a second: more than one would plan by hand. */
export const callsBounds = { least: 0, most: 1_000_000_000, whole: true } as const;
export const peakBounds = { least: 1, most: 1_000 } as const;
export const utilisationBounds = { least: 10, most: 100 } as const;

/** The numbers among what was typed; what is none leaves its row as declared. */
export function readCalls(typed: ReadonlyMap<string, string> | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...(typed ?? [])].flatMap(([row, text]) => {
      const read = readFigure(text, callsBounds);
      return read.ok ? [[row, read.value]] : [];
    }),
  );
}
