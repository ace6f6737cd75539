import type { Failure } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { LoadFile, PagesState } from './page-store.ts';
import type { OpeningPdf, OpenPdf, PdfEngine, PdfPage } from './pdf-engine.ts';

/** One file, from the asking to the letting go. */
export interface KeptFile {
  readonly key: ReviewKey;
  readonly state: () => PagesState;
  /** Undefined before it was opened; the first one is with the file. */
  readonly page: (page: number) => KeptPage | undefined;
  readonly openPage: (page: number) => void;
  /** Which page will be looked at first. */
  firstPage: number;
  /** Resolves when it is let go: whatever waits for it need wait no more. */
  readonly gone: Promise<void>;
  readonly isGone: () => boolean;
  readonly letGo: () => void;
}

export interface KeptPage {
  /** How wide it was drawn ahead: once, even if there was no room to keep it. */
  ahead: number | undefined;
  pdf: PdfPage | undefined;
  /** Null where they cannot be had. */
  text: HTMLElement | null | undefined;
  failure: string | undefined;
}

interface Parts {
  readonly engine: PdfEngine;
  readonly load: LoadFile;
  readonly onChange: () => void;
}

export function keepFile(key: ReviewKey, { engine, load, onChange }: Parts): KeptFile {
  const pages = new Map<number, KeptPage>();
  const leaving = new AbortController();
  const { signal } = leaving;
  const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let state = loading;
  let opening: OpeningPdf | undefined;
  let pdf: OpenPdf | undefined;
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
    gone,
    isGone: () => signal.aborted,
    letGo() {
      opening?.close();
      leaving.abort();
      pages.clear();
    },
  };

  async function read(): Promise<void> {
    try {
      const result = await load(key);
      if (signal.aborted) return;
      if (!result.ok) return become({ kind: 'failed', failure: result.failure });
      if (result.value.bytes > largestFile) return become(cannotBeDrawn('it is larger than 64 MB.'));
      opening = engine.open(fileBytes(result.value.base64));
      const opened = await opening.pdf;
      await openPage(opened, 1);
      pdf = opened;
      become({ kind: 'ready', pages: opened.pages });
    } catch (error) {
      opening?.close();
      become(cannotBeDrawn(messageOf(error)));
    }
  }

  async function openPage(from: OpenPdf, number: number): Promise<void> {
    // Taken before it is there, so that it is not asked for twice.
    const page: KeptPage = { ahead: undefined, pdf: undefined, text: undefined, failure: undefined };
    pages.set(number, page);
    try {
      page.pdf = await from.page(number);
    } catch (error) {
      page.failure = messageOf(error);
    }
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

function cannotBeDrawn(why: string): PagesState {
  const failure: Failure = {
    code: 'unexpected',
    message: `This file cannot be drawn: ${why}`,
    reference: '',
  };
  return { kind: 'failed', failure };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a bridge that speaks JSON carries a file in. */
export function fileBytes(base64: string): Uint8Array {
  return faster.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
}

// Younger than the oldest browsers that open the console.
const faster: object & { readonly fromBase64?: (base64: string) => Uint8Array } = Object(Uint8Array);
