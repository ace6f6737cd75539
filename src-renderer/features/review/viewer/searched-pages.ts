import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { PageStore } from './page-store.ts';
import type { PageWord } from './page-words.ts';
import { findMessages } from './viewer-messages.ts';

/** The pages of a document whose words were asked for so far. */
export interface SearchedPages {
  /** A page that could not be read has no words here. */
  readonly words: readonly (readonly PageWord[])[];
  /** The numbers of the pages that could not be read. */
  readonly unread: readonly number[];
}

export const noPages: SearchedPages = { words: [], unread: [] };

interface ReadingParts {
  readonly pages: number;
  readonly signal: AbortSignal;
  readonly onRead: (read: SearchedPages) => void;
}

/** Reads the words of every page, one page after another, so that a long document does not hold up the desk. */
export async function readPages(
  store: Pick<PageStore, 'words'>,
  document: ReviewKey,
  { pages, signal, onRead }: ReadingParts,
): Promise<void> {
  const words: (readonly PageWord[])[] = [];
  const unread: number[] = [];
  for (let page = 1; page <= pages && !signal.aborted; page += 1) {
    const own = await store.words(document, page).catch(() => null);
    if (own === null) unread.push(page);
    words.push(own ?? []);
    const isTime = page === pages || page % pagesAtOnce === 0;
    if (isTime && !signal.aborted) onRead({ words: [...words], unread: [...unread] });
  }
}

const pagesAtOnce = 10;

interface SearchState {
  readonly read: SearchedPages;
  readonly pages: number;
  readonly sought: string;
  /** The place of the chosen match, from 1 on; 0 if none is chosen. */
  readonly at: number;
  readonly matches: number;
  /** The search stops at this many matches. */
  readonly most: number;
}

/** Says how far the search is. A document has no text only if every page was read. */
export function describeSearch({ read, pages, sought, at, matches, most }: SearchState): string {
  const { words, unread } = read;
  if (words.length < pages) return findMessages.reading(words.length, pages);
  const isWhole = unread.length === 0;
  if (isWhole && words.every((own) => own.length === 0)) return findMessages.noText;
  // Where no page was read, the note says all there is to say.
  if (sought.trim() === '' || unread.length === pages) return '';
  return findMessages.count(at, matches, !isWhole || matches >= most);
}
