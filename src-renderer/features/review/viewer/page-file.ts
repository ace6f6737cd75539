import type { Failure } from '#shared/contract/result.ts';
import type { ReviewKey, ReviewWord } from '#shared/contract/review-document.ts';
import { viewerMessages } from './viewer-messages.ts';
import { turnSize } from './page-layout.ts';
import type { LoadFile, LoadWords, PagesState } from './page-store.ts';
import { arrangeReadText, type PageWord } from './page-words.ts';
import type { OpeningPdf, OpenPdf, PdfEngine, PdfPage } from './pdf-engine.ts';

/** One loaded file, until it is dropped. */
export interface PageFile {
  readonly key: ReviewKey;
  readonly state: () => PagesState;
  /** Undefined before the page was opened. The first page is opened with the file. */
  readonly page: (page: number) => FilePage | undefined;
  readonly openPage: (page: number) => void;
  /** Reads the words of a page, also of one that was never shown: its own text, or else what the readers found there. */
  readonly words: (page: number) => Promise<readonly PageWord[]>;
  /** The page that will be shown first. */
  firstPage: number;
  /** Resolves when the file is dropped, so that waiting tasks can stop. */
  readonly gone: Promise<void>;
  readonly isGone: () => boolean;
  readonly letGo: () => void;
}

export interface FilePage {
  /** The width that the page was drawn ahead at. It is drawn ahead once, even if there was no room to store it. */
  ahead: number | undefined;
  pdf: PdfPage | undefined;
  /** Null where the text could not be read. */
  text: HTMLElement | null | undefined;
  failure: string | undefined;
}

interface Parts {
  readonly engine: PdfEngine;
  readonly load: LoadFile;
  readonly loadWords: LoadWords;
  readonly onChange: () => void;
}

export function openFile(key: ReviewKey, { engine, load, loadWords, onChange }: Parts): PageFile {
  const pages = new Map<number, FilePage>();
  const words = new Map<number, Promise<readonly PageWord[]>>();
  const leaving = new AbortController();
  const { signal } = leaving;
  const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let state = loading;
  let opening: OpeningPdf | undefined;
  let pdf: OpenPdf | undefined;
  let wordFile: Promise<readonly ReviewWord[]> | undefined;
  void read();
  return {
    key,
    state: () => state,
    firstPage: 1,
    page: (page) => pages.get(page),
    openPage(page) {
      if (pdf === undefined || pages.has(page) || page > pdf.pages) return;
      void openPage(pdf, page).then(tell);
    },
    words(page) {
      const known = words.get(page) ?? readWordsOn(page);
      words.set(page, known);
      known.catch(() => words.delete(page));
      return known;
    },
    gone,
    isGone: () => signal.aborted,
    letGo() {
      opening?.close();
      leaving.abort();
      pages.clear();
      words.clear();
    },
  };

  async function read(): Promise<void> {
    try {
      const result = await load(key);
      if (signal.aborted) return;
      if (!result.ok) return become({ kind: 'failed', failure: result.failure });
      if (result.value.bytes > largestFile) return become(toFailed(viewerMessages.tooLarge));
      opening = engine.open(decodeFile(result.value.base64));
      const opened = await opening.pdf;
      await openPage(opened, 1);
      pdf = opened;
      become({ kind: 'ready', pages: opened.pages });
    } catch (error) {
      opening?.close();
      become(toFailed(readMessage(error)));
    }
  }

  async function openPage(from: OpenPdf, number: number): Promise<void> {
    // The entry is stored before the page is there, so that the page is not requested twice.
    const page: FilePage = { ahead: undefined, pdf: undefined, text: undefined, failure: undefined };
    pages.set(number, page);
    try {
      page.pdf = await from.page(number);
    } catch (error) {
      page.failure = readMessage(error);
    }
  }

  async function readWordsOn(page: number): Promise<readonly PageWord[]> {
    if (pdf === undefined || page > pdf.pages) return [];
    const opened = pages.get(page)?.pdf ?? (await pdf.page(page));
    const own = await opened.words();
    if (own.length > 0) return own;
    const found = await (wordFile ??= readWordFile());
    const { size, turn } = opened;
    return arrangeReadText(
      found.filter((word) => word.page === page),
      turnSize(size, turn),
    );
  }

  /** They are read once for all pages. After a failure they are asked for again. */
  async function readWordFile(): Promise<readonly ReviewWord[]> {
    const result = await loadWords(key);
    if (result.ok) return result.value.words ?? [];
    wordFile = undefined;
    throw new Error(result.failure.message);
  }

  function become(next: PagesState): void {
    state = next;
    tell();
  }

  function tell(): void {
    if (!signal.aborted) onChange();
  }
}

export const loading: PagesState = { kind: 'loading' };

const largestFile = 64 * 1024 * 1024;

function toFailed(why: string): PagesState {
  const failure: Failure = {
    code: 'unexpected',
    message: viewerMessages.fileFailed(why),
    reference: '',
  };
  return { kind: 'failed', failure };
}

export function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Decodes a file from the JSON bridge. */
export function decodeFile(base64: string): Uint8Array {
  return faster.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
}

// The oldest supported browsers lack this function.
const faster: object & { readonly fromBase64?: (base64: string) => Uint8Array } = Object(Uint8Array);
