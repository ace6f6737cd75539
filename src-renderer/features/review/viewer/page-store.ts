import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { ReviewFile, ReviewKey } from '#shared/contract/review-document.ts';
import { drawingQueue, pageName, pictureCache, type Aim, type Looked } from './drawing-queue.ts';
import { keepFile, loading, type KeptFile } from './page-file.ts';
import { pixelsWide, type Size, type Turn } from './page-layout.ts';
import { pdfjsEngine, type PdfEngine, type Picture } from './pdf-engine.ts';

export type PagesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly pages: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A page as far as it is drawn. */
export interface DrawnPage {
  /** In points, as it lies in the file. */
  readonly size: Size;
  /** How it has to be turned to stand upright. */
  readonly turn: Turn;
  /** As large as was wanted last, or the nearest there is. */
  readonly picture: Picture | undefined;
  readonly text: HTMLElement | undefined;
  /** Why it cannot be drawn. */
  readonly failure: string | undefined;
}

/** The drawn pages of the few documents that are open or next. */
export interface PageStore {
  /** Loads these and draws their first pages ahead; everything else is let go, memory and all. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  /** Which page of a kept one will be looked at first, where that is not the first: it is drawn ahead instead. */
  readonly startAt: (key: ReviewKey, page: number) => void;
  readonly state: (key: ReviewKey) => PagesState;
  readonly retry: (key: ReviewKey) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Lets go of everything; what is kept afterwards is loaded anew. */
  readonly close: () => void;
  /** Undefined until something is known of it. */
  readonly page: (key: ReviewKey, page: number) => DrawnPage | undefined;
  /** This is what is looked at now, so many pixels wide as it lies in the file, as far as that is known. */
  readonly look: (key: ReviewKey, page: number, width: number | undefined) => void;
  /** How large the pages will be looked at that are drawn ahead. */
  readonly aim: (aim: Aim) => void;
}

export type LoadFile = (key: ReviewKey) => Promise<Result<ReviewFile>>;

/** One for a desk. Files are not kept in the query cache: what is let go has to be gone. */
export function usePageStore(): PageStore {
  const client = useQueryClient();
  const [store] = useState(() =>
    openPageStore(pdfjsEngine, (key) => bridgeOf(client).call('review.file', key)),
  );
  useEffect(() => {
    pdfjsEngine.warm();
    return () => store.close();
  }, [store]);
  return store;
}

export function openPageStore(engine: PdfEngine, load: LoadFile, budgetBytes = 96 * 1024 * 1024): PageStore {
  const files = new Map<string, KeptFile>();
  const pictures = pictureCache(budgetBytes);
  const drawn = new Map<string, DrawnPage>();
  const listeners = new Set<() => void>();
  let looked: Looked | undefined;
  let aim: Aim | undefined;
  const draw = drawingQueue({
    files,
    pictures,
    looked: () => looked,
    aim: () => aim,
    onDrawn: changed,
  });

  return {
    keep(keys) {
      const wanted = new Map(keys.map((key) => [idOf(key), key]));
      for (const id of files.keys()) if (!wanted.has(id)) letGo(id);
      const before = new Map(files);
      files.clear();
      // In the order in which they will be needed.
      for (const [id, key] of wanted) files.set(id, before.get(id) ?? keepAnew(key));
      changed();
    },
    startAt(key, page) {
      const file = files.get(idOf(key));
      if (file === undefined || file.firstPage === page) return;
      file.firstPage = page;
      draw();
    },
    state: (key) => files.get(idOf(key))?.state() ?? loading,
    retry(key) {
      const id = idOf(key);
      if (!files.has(id)) return;
      letGo(id);
      files.set(id, keepAnew(key));
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
    page: (key, page) => pageNow(idOf(key), page),
    look(key, page, width) {
      const id = idOf(key);
      if (looked?.id === id && looked.page === page && looked.width === width) return;
      looked = { id, page, width };
      changed();
    },
    aim(next) {
      aim = next;
      draw();
    },
  };

  function keepAnew(key: ReviewKey): KeptFile {
    return keepFile(key, { engine, load, onChange: changed });
  }

  function letGo(id: string): void {
    const isOfIt = (name: string) => name.startsWith(`${id}#`);
    files.get(id)?.letGo();
    pictures.drop(isOfIt);
    for (const name of drawn.keys()) if (isOfIt(name)) drawn.delete(name);
  }

  function changed(): void {
    pictures.pin(looked === undefined ? undefined : pageNow(looked.id, looked.page)?.picture);
    for (const listener of listeners) listener();
    draw();
  }

  /** The same object for as long as nothing of it has changed, as React wants it. */
  function pageNow(id: string, page: number): DrawnPage | undefined {
    const name = pageName(id, page);
    const now = pageAsItIs(id, page);
    const before = drawn.get(name);
    if (now === undefined) return undefined;
    if (before !== undefined && isSame(before, now)) return before;
    drawn.set(name, now);
    return now;
  }

  function pageAsItIs(id: string, page: number): DrawnPage | undefined {
    const kept = files.get(id)?.page(page);
    if (kept === undefined || (kept.pdf === undefined && kept.failure === undefined)) return undefined;
    const { size, turn } = kept.pdf ?? unknown;
    const width = looked?.id === id && looked.page === page ? looked.width : undefined;
    const wanted = width ?? aim?.(size, turn) ?? 0;
    return {
      size,
      turn,
      picture: pictures.nearest(pageName(id, page), pixelsWide(size, wanted)),
      text: kept.text ?? undefined,
      failure: kept.failure,
    };
  }
}

/** Of a page that could not even be opened. */
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

/** Two keys of one document are two objects; their names are the same. */
export function idOf({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return JSON.stringify({ tenantId, projectId, batchId, documentId });
}

export function keyOf(id: string): ReviewKey {
  return JSON.parse(id) as ReviewKey;
}
