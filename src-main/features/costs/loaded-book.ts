import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { isBuiltIn, setLoadedBook } from '#shared/pricing/book-in-use.ts';
import { readPriceBook } from '#shared/pricing/compare-books.ts';
import { priceBookSchema, type PriceBook } from '#shared/pricing/price-book.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { parseWith, readKept, type StoreAccess } from '../../home/lost-files.ts';

const storedSchema = z.strictObject({
  book: priceBookSchema,
  usedSince: z.iso.datetime(),
  usedBy: z.string(),
});
export const parsePriceBookFile = parseWith(storedSchema);
type Stored = z.infer<typeof storedSchema>;

/** Keeps the price book that a person has loaded on this machine. Without one the newest built-in book is used. */
export interface LoadedBook {
  current(): Stored | null;
  /** Throws when the disk refuses the write; the book before stays in use. */
  use(book: PriceBook, personId: string): void;
  revert(): void;
}

/** Uses the kept book in this process at once, so that the first estimate has its prices. */
export function openLoadedBook(parts: StoreAccess): LoadedBook {
  const file = join(parts.home, 'price-book.json');
  let stored = readKept(file, parsePriceBookFile, parts) ?? null;
  setLoadedBook(stored?.book ?? null);
  return {
    current: () => stored,
    use(book, personId) {
      const next = storedSchema.parse({
        book,
        usedSince: new Date(parts.now()).toISOString(),
        usedBy: personId,
      });
      replaceFile(file, `${JSON.stringify(next, null, 2)}\n`);
      stored = next;
      setLoadedBook(next.book);
    },
    revert() {
      rmSync(file, { force: true });
      stored = null;
      setLoadedBook(null);
    },
  };
}

/** Begins the name of every loaded book, so that each figure that names its book says where the prices are from. */
const mark = 'From a file: ';
const longestName = 120;

interface Parts {
  readonly loaded: LoadedBook;
  readonly session: () => { readonly who: { readonly id: string } | null };
}

export function listBooks({ loaded }: Parts): Result<OutputOf<'costs.books'>> {
  const current = loaded.current();
  return ok({
    loaded: current && { ...current, book: current.book },
  });
}

export function applyBook(
  { text }: InputOf<'costs.useBook'>,
  parts: Parts,
): Result<OutputOf<'costs.useBook'>> {
  const { book, problems } = readPriceBook(text);
  if (book === null) return refuseBook(problems);
  if (isBuiltIn(book.id)) {
    return refuseBook([
      { path: 'id', problem: `is that of a built-in book, "${book.id}". Give it another one` },
    ]);
  }
  const name = `${mark}${book.name.slice(0, longestName - mark.length)}`;
  parts.loaded.use({ ...book, name }, parts.session().who?.id ?? 'unknown');
  return listBooks(parts);
}

export function revertBook(parts: Parts): Result<OutputOf<'costs.revertBook'>> {
  parts.loaded.revert();
  return listBooks(parts);
}

function refuseBook(problems: readonly { readonly path: string; readonly problem: string }[]): Result<never> {
  const [first] = problems;
  const message = `This book cannot be used. ${first?.path ?? 'The file'} ${first?.problem ?? 'is wrong'}. The prices in use are unchanged. Correct the file, then load it again.`;
  return refused({ code: 'invalid-input', message, issues: problems.map((one) => ({ ...one })) });
}
