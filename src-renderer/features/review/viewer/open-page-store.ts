import type { ReviewKey } from '#shared/contract/review/document.ts';
import { idOf } from './document-id.ts';
import { drawingQueue, pageName, type Aim, type Looked } from './drawing-queue.ts';
import { keepFile, loading, type KeptFile } from './kept-file.ts';
import type { DrawnPage, LoadFile, PageStore } from './page-store.ts';
import type { PdfEngine } from './pdf-engine.ts';
import { pictureCache } from './picture-cache.ts';
import { pixelsWide } from './picture-width.ts';

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
