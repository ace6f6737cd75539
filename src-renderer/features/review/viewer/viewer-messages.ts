import { listed } from '#shared/domain/formatting.ts';

/** The sentences of the page viewer. */
export const viewerMessages = {
  region: 'Page viewer',
  pageNotShown: (page: number): string => `Couldn't show page ${String(page)}`,
  fileNotShown: "Couldn't show the file",
  pageFailed: (why: string): string => `Couldn't show this page: ${why}`,
  fileFailed: (why: string): string => `Couldn't show this file: ${why}`,
  nothingDone: 'Nothing was decided or changed. The fields show what was read.',
  retry: "Try again, or mark what you can't check as unreadable.",
  paper: (name: string, page: number, pages: number): string =>
    `${name}, page ${String(page)} of ${String(pages)}`,
  previous: 'Previous page',
  pageOf: (page: number, pages: number): string => `Page ${String(page)} of ${String(pages)}`,
  page: 'Page',
  next: 'Next page',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  toField: 'Zoom to field',
  rotate: 'Rotate the page',
  wholePage: 'Show the whole page',
  wholeWidth: 'Show the whole width',
  take: 'Take the value from the page',
  find: 'Find on the page',
  goToPage: 'Go to page',
  ofPages: (pages: number): string => `of ${String(pages)}`,
  reading: (what: string): string => `Reading ${what}`,
  tooLarge: 'it is larger than 64 MB.',
  closed: 'it was closed.',
  cutOff: 'it is not a complete PDF. The upload may have been cut off.',
  protected: 'it is password-protected.',
  viewerFailed: 'the PDF viewer failed to load.',
};

/** These tell how a value is taken from the page. */
export const takeMessages = {
  taken: (value: string, field: string): string => `Took “${value}” into ${field}. Ctrl+Z takes it back.`,
  choosing: (value: string, field: string): string =>
    `“${value}”. Enter takes it into ${field}, Shift and an arrow key choose more, Escape leaves.`,
  noField: 'Choose a field first. What you take from the page goes into it.',
  noText: (page: number): string =>
    `Page ${String(page)} is a picture without text, so only values that were read can be taken from it. Type the value.`,
  notRead: (page: number): string =>
    `Couldn't read the text of page ${String(page)}. Press again to retry, or type the value.`,
  noTextInBox: 'There is no text in this box. Nothing was changed.',
};

/** The sentences of the search in a document. */
export const findMessages = {
  region: 'Find on the page',
  label: 'Find in this document',
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close the search',
  matches: 'Matches',
  noText: 'This file has no text to search. It is a picture.',
  reading: (done: number, pages: number): string => `reading page ${String(done)} of ${String(pages)}`,
  page: (page: number): string => `Page ${String(page)}`,
  unread: (unread: readonly number[], pages: number): string => {
    if (unread.length === pages)
      return `${pages === 1 ? 'The page' : 'The pages'} could not be read, so nothing was searched.`;
    const isOne = unread.length === 1;
    const which =
      unread.length > mostNamedPages
        ? `${String(unread.length)} of ${String(pages)} pages`
        : `${isOne ? 'Page' : 'Pages'} ${listed(unread.map(String))}`;
    return `${which} could not be read, so ${isOne ? 'it was' : 'they were'} not searched.`;
  },
  readAgain: 'Read again',
  count: (at: number, all: number, isAtLeast: boolean): string => {
    if (all === 0) return isAtLeast ? 'no match on the pages read' : 'no match';
    const total = isAtLeast ? `at least ${String(all)}` : String(all);
    return at > 0 ? `${String(at)} of ${total}` : `${total} found`;
  },
  notListed: (more: number): string => `${String(more)} more are not listed. Step through them.`,
};

/** More pages are counted instead of named. */
const mostNamedPages = 8;
