import { readMessage, type PageFile, type FilePage } from './page-file.ts';
import { limitWidth, limitWidthAhead, type Size, type Turn } from './page-layout.ts';
import type { PdfPage, Picture } from './pdf-engine.ts';

export interface VisiblePage {
  readonly id: string;
  readonly page: number;
  /** Width in pixels of the unrotated page; undefined until its size is known. */
  readonly width: number | undefined;
}

/** Returns how many pixels wide the unrotated page will be needed. */
export type Aim = (page: Size, turn: Turn) => number;

interface Work {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly pictures: PictureCache;
  readonly looked: () => VisiblePage | undefined;
  readonly aim: () => Aim | undefined;
  readonly onDrawn: () => void;
}

interface Task {
  readonly name: string;
  readonly file: PageFile;
  readonly page: FilePage;
  readonly isLookedAt: boolean;
  readonly begin: () => { readonly done: Promise<void>; readonly cancel: () => void };
}

/** Draws one page at a time: the visible one first, then those ahead. Calling it again reports a change. */
export function createDrawingQueue(work: Work): () => void {
  let running: { readonly name: string; readonly cancel: () => void } | undefined;
  return check;

  function check(): void {
    const task = findNextTask(work);
    if (task === undefined) return;
    if (running === undefined) return void run(task);
    // A page that is drawn ahead, or at a size that is no longer needed, is cancelled.
    if (task.isLookedAt && task.name !== running.name) running.cancel();
  }

  async function run({ name, file, page, begin }: Task): Promise<void> {
    const { done, cancel } = begin();
    let isCancelled = false;
    running = {
      name,
      cancel() {
        isCancelled = true;
        cancel();
      },
    };
    try {
      await Promise.race([done, file.gone]);
    } catch (error) {
      if (!isCancelled) page.failure = readMessage(error);
    }
    running = undefined;
    if (!file.isGone()) work.onDrawn();
    check();
  }
}

function findNextTask(work: Work): Task | undefined {
  return findVisibleTask(work) ?? findTaskAhead(work);
}

function findVisibleTask({ files, pictures, looked }: Work): Task | undefined {
  const { id, page: number, width: wanted } = looked() ?? {};
  const file = id === undefined ? undefined : files.get(id);
  if (id === undefined || number === undefined || file === undefined) return undefined;
  file.openPage(number);
  const page = file.page(number);
  if (page?.pdf === undefined || page.failure !== undefined) return undefined;
  const part = { name: formatPageName(id, number), file, page, pdf: page.pdf, isLookedAt: true };
  const width = wanted === undefined ? undefined : limitWidth(page.pdf.size, wanted);
  if (width !== undefined && !pictures.has(part.name, width)) return makePictureTask(part, width, pictures);
  return page.text === undefined ? makeTextTask(part) : undefined;
}

function findTaskAhead({ files, pictures, looked, aim }: Work): Task | undefined {
  const wanted = aim();
  if (wanted === undefined) return undefined;
  for (const [id, file] of files) {
    if (id === looked()?.id || file.state().kind !== 'ready') continue;
    const number = file.firstPage;
    file.openPage(number);
    const page = file.page(number);
    if (page?.pdf === undefined || page.failure !== undefined) continue;
    const { size, turn } = page.pdf;
    const part = { name: formatPageName(id, number), file, page, pdf: page.pdf, isLookedAt: false };
    const width = limitWidthAhead(size, wanted(size, turn));
    if (page.ahead !== width && !pictures.has(part.name, width))
      return makePictureTask(part, width, pictures);
    if (page.text === undefined) return makeTextTask(part);
  }
  return undefined;
}

type Part = Omit<Task, 'begin'> & { readonly pdf: PdfPage };

function makePictureTask(part: Part, width: number, pictures: PictureCache): Task {
  const { name, file, page, pdf } = part;
  return {
    ...part,
    name: `${name}@${width}`,
    begin() {
      const { done, cancel } = pdf.draw(width);
      return { done: keep(done), cancel };
    },
  };

  async function keep(done: Promise<Picture>): Promise<void> {
    const picture = await done;
    if (file.isGone()) return picture.release();
    if (!part.isLookedAt) page.ahead = width;
    pictures.put(name, picture);
  }
}

function makeTextTask(part: Part): Task {
  return {
    ...part,
    name: `${part.name}@text`,
    begin: () => ({ done: read(), cancel: () => undefined }),
  };

  async function read(): Promise<void> {
    // A page without its text can still be shown.
    part.page.text = await part.pdf.text().catch(() => null);
  }
}

export function formatPageName(id: string, page: number): string {
  return `${id}#${page}`;
}

/** Stores drawn pages, and drops the least recently used ones when they take too much memory. */
interface PictureCache {
  readonly put: (page: string, picture: Picture) => void;
  readonly has: (page: string, width: number) => boolean;
  /** Returns the picture of this width, the next wider one, or the widest. It counts as use. */
  readonly nearest: (page: string, width: number) => Picture | undefined;
  /** Protects the visible picture from being dropped. */
  readonly pin: (picture: Picture | undefined) => void;
  readonly drop: (isDropped: (page: string) => boolean) => void;
  readonly bytes: () => number;
}

export function createPictureCache(budgetBytes: number): PictureCache {
  // A set keeps insertion order, and a used picture is inserted again.
  const kept = new Set<{ readonly page: string; readonly picture: Picture }>();
  let pinned: Picture | undefined;
  return {
    put(page, picture) {
      kept.add({ page, picture });
      makeRoom(picture);
    },
    has: (page, width) => [...kept].some((one) => one.page === page && one.picture.width === width),
    nearest(page, width) {
      const [best] = [...kept]
        .filter((one) => one.page === page)
        .toSorted((one, other) => distance(one.picture.width, width) - distance(other.picture.width, width));
      if (best === undefined) return undefined;
      kept.delete(best);
      kept.add(best);
      return best.picture;
    },
    pin(picture) {
      pinned = picture;
      makeRoom(picture);
    },
    drop(isDropped) {
      for (const one of kept) if (isDropped(one.page)) letGo(one);
    },
    bytes,
  };

  function bytes(): number {
    return [...kept].reduce((sum, { picture }) => sum + picture.bytes, 0);
  }

  function makeRoom(needed: Picture | undefined): void {
    for (const one of kept) {
      if (bytes() <= budgetBytes) return;
      if (one.picture !== pinned && one.picture !== needed) letGo(one);
    }
  }

  function letGo(one: { readonly page: string; readonly picture: Picture }): void {
    kept.delete(one);
    one.picture.release();
  }
}

/** A wider picture can be shown smaller without loss, but a narrower one is blurred. */
function distance(width: number, wanted: number): number {
  return width >= wanted ? width - wanted : tooNarrow + wanted - width;
}
const tooNarrow = 1_000_000;
