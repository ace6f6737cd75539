import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findBridge } from '#renderer/contract/query-client.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { ReviewFile, ReviewKey, ReviewWord } from '#shared/contract/review-document.ts';
import {
  createDrawingQueue,
  formatPageName,
  createPictureCache,
  type Aim,
  type VisiblePage,
} from './drawing-queue.ts';
import { openFile, loading, type PageFile } from './page-file.ts';
import { limitWidth, type Size, type Turn } from './page-layout.ts';
import type { PageWord } from './page-words.ts';
import { pdfjsEngine, type PdfEngine, type Picture } from './pdf-engine.ts';

export type PagesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly pages: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A page as far as it is drawn. */
export interface DrawnPage {
  /** The size of the unrotated page in points. */
  readonly size: Size;
  /** The rotation that shows the page upright. */
  readonly turn: Turn;
  /** The picture at the last requested size, or the nearest one. */
  readonly picture: Picture | undefined;
  readonly text: HTMLElement | undefined;
  /** The reason why the page cannot be drawn. */
  readonly failure: string | undefined;
}

/** Stores drawn pages of the open document and the next ones. */
export interface PageStore {
  /** Loads these documents and draws their first pages ahead. All others are dropped and their memory is freed. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  /** Sets which page of a document is shown first, so that this page is drawn ahead. */
  readonly startAt: (key: ReviewKey, page: number) => void;
  readonly state: (key: ReviewKey) => PagesState;
  readonly retry: (key: ReviewKey) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Drops everything. A document that is kept afterwards is loaded again. */
  readonly close: () => void;
  /** Undefined until something is known about the page. */
  readonly page: (key: ReviewKey, page: number) => DrawnPage | undefined;
  /** Reads the words of a page of a loaded file. */
  readonly words: (key: ReviewKey, page: number) => Promise<readonly PageWord[]>;
  /** Reports the visible page and its width in pixels before rotation, if known. */
  readonly look: (key: ReviewKey, page: number, width: number | undefined) => void;
  /** Sets the size at which pages are drawn ahead. */
  readonly aim: (aim: Aim) => void;
}

export type LoadFile = (key: ReviewKey) => Promise<Result<ReviewFile>>;
/** Null: no words are stored with the document. */
export type LoadWords = (key: ReviewKey) => Promise<Result<{ readonly words: readonly ReviewWord[] | null }>>;

/** Creates one store per desk. Files are not stored in the query cache, because a dropped file has to be freed. */
export function usePageStore(): PageStore {
  const client = useQueryClient();
  const [store] = useState(() =>
    openPageStore(
      pdfjsEngine,
      (key) => findBridge(client).call('review.file', key),
      mostBytesOfPictures,
      (key) => findBridge(client).call('review.words', key),
    ),
  );
  useEffect(() => {
    pdfjsEngine.warm();
    return () => store.close();
  }, [store]);
  return store;
}

const mostBytesOfPictures = 96 * 1024 * 1024;

export function openPageStore(
  engine: PdfEngine,
  load: LoadFile,
  budgetBytes = mostBytesOfPictures,
  loadWords: LoadWords = () => Promise.resolve({ ok: true, value: { words: null } }),
): PageStore {
  const files = new Map<string, PageFile>();
  const pictures = createPictureCache(budgetBytes);
  const drawn = new Map<string, DrawnPage>();
  const listeners = new Set<() => void>();
  let looked: VisiblePage | undefined;
  let aim: Aim | undefined;
  const draw = createDrawingQueue({
    files,
    pictures,
    looked: () => looked,
    aim: () => aim,
    onDrawn: changed,
  });

  return {
    keep(keys) {
      const wanted = new Map(keys.map((key) => [toId(key), key]));
      for (const id of files.keys()) if (!wanted.has(id)) letGo(id);
      const before = new Map(files);
      files.clear();
      // The map keeps the order in which files will be needed.
      for (const [id, key] of wanted) files.set(id, before.get(id) ?? createFile(key));
      changed();
    },
    startAt(key, page) {
      const file = files.get(toId(key));
      if (file === undefined || file.firstPage === page) return;
      file.firstPage = page;
      draw();
    },
    state: (key) => files.get(toId(key))?.state() ?? loading,
    retry(key) {
      const id = toId(key);
      if (!files.has(id)) return;
      letGo(id);
      files.set(id, createFile(key));
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const id of files.keys()) letGo(id);
      files.clear();
      looked = undefined;
      changed();
    },
    page: (key, page) => readStablePage(toId(key), page),
    words: async (key, page) => (await files.get(toId(key))?.words(page)) ?? [],
    look(key, page, width) {
      const id = toId(key);
      if (looked?.id === id && looked.page === page && looked.width === width) return;
      looked = { id, page, width };
      changed();
    },
    aim(next) {
      aim = next;
      draw();
    },
  };

  function createFile(key: ReviewKey): PageFile {
    return openFile(key, { engine, load, loadWords, onChange: changed });
  }

  function letGo(id: string): void {
    const isOfIt = (name: string) => name.startsWith(`${id}#`);
    files.get(id)?.letGo();
    pictures.drop(isOfIt);
    for (const name of drawn.keys()) if (isOfIt(name)) drawn.delete(name);
  }

  function changed(): void {
    pictures.pin(looked === undefined ? undefined : readStablePage(looked.id, looked.page)?.picture);
    for (const listener of listeners) listener();
    draw();
  }

  /** Returns the same object while nothing has changed, as React requires. */
  function readStablePage(id: string, page: number): DrawnPage | undefined {
    const name = formatPageName(id, page);
    const now = readPage(id, page);
    const before = drawn.get(name);
    if (now === undefined) return undefined;
    if (before !== undefined && isSame(before, now)) return before;
    drawn.set(name, now);
    return now;
  }

  function readPage(id: string, page: number): DrawnPage | undefined {
    const kept = files.get(id)?.page(page);
    if (kept === undefined || (kept.pdf === undefined && kept.failure === undefined)) return undefined;
    const { size, turn } = kept.pdf ?? unknown;
    const width = looked?.id === id && looked.page === page ? looked.width : undefined;
    const wanted = width ?? aim?.(size, turn) ?? 0;
    return {
      size,
      turn,
      picture: pictures.nearest(formatPageName(id, page), limitWidth(size, wanted)),
      text: kept.text ?? undefined,
      failure: kept.failure,
    };
  }
}

/** The size of a page that could not be opened. */
const unknown = { size: { width: 595, height: 842 }, turn: 0 } as const;

function isSame(one: DrawnPage, other: DrawnPage): boolean {
  return (
    one.size === other.size &&
    one.turn === other.turn &&
    one.picture === other.picture &&
    one.text === other.text &&
    one.failure === other.failure
  );
}

/** Two key objects of one document have the same id. */
export function toId({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return JSON.stringify({ tenantId, projectId, batchId, documentId });
}

export function parseId(id: string): ReviewKey {
  return JSON.parse(id) as ReviewKey;
}
