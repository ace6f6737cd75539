import { messageOf, type KeptFile, type KeptPage } from './page-file.ts';
import { pixelsWide, pixelsWideAhead, type Size, type Turn } from './page-layout.ts';
import type { PdfPage, Picture } from './pdf-engine.ts';

export interface Looked {
  readonly id: string;
  readonly page: number;
  /** In pixels, as the page lies in the file; undefined while nobody knows how large that is. */
  readonly width: number | undefined;
}

/** How many pixels wide a page will be wanted, as it lies in the file. */
export type Aim = (page: Size, turn: Turn) => number;

interface Work {
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly pictures: PictureCache;
  readonly looked: () => Looked | undefined;
  readonly aim: () => Aim | undefined;
  readonly onDrawn: () => void;
}

interface Task {
  readonly name: string;
  readonly file: KeptFile;
  readonly page: KeptPage;
  readonly isLookedAt: boolean;
  readonly begin: () => { readonly done: Promise<void>; readonly cancel: () => void };
}

/** Draws one at a time: what is looked at, then what will be. Calling it again tells it that something has changed. */
export function drawingQueue(work: Work): () => void {
  let running: { readonly name: string; readonly cancel: () => void } | undefined;
  return check;

  function check(): void {
    const task = nextTask(work);
    if (task === undefined) return;
    if (running === undefined) return void run(task);
    // What was begun ahead, or for a size that nobody wants any more, makes way.
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
      if (!isCancelled) page.failure = messageOf(error);
    }
    running = undefined;
    if (!file.isGone()) work.onDrawn();
    check();
  }
}

function nextTask(work: Work): Task | undefined {
  return taskLookedAt(work) ?? taskAhead(work);
}

function taskLookedAt({ files, pictures, looked }: Work): Task | undefined {
  const { id, page: number, width: wanted } = looked() ?? {};
  const file = id === undefined ? undefined : files.get(id);
  if (id === undefined || number === undefined || file === undefined) return undefined;
  file.openPage(number);
  const page = file.page(number);
  if (page?.pdf === undefined || page.failure !== undefined) return undefined;
  const part = { name: pageName(id, number), file, page, pdf: page.pdf, isLookedAt: true };
  const width = wanted === undefined ? undefined : pixelsWide(page.pdf.size, wanted);
  if (width !== undefined && !pictures.has(part.name, width)) return pictureTask(part, width, pictures);
  return page.text === undefined ? textTask(part) : undefined;
}

function taskAhead({ files, pictures, looked, aim }: Work): Task | undefined {
  const wanted = aim();
  if (wanted === undefined) return undefined;
  for (const [id, file] of files) {
    if (id === looked()?.id || file.state().kind !== 'ready') continue;
    const number = file.firstPage;
    file.openPage(number);
    const page = file.page(number);
    if (page?.pdf === undefined || page.failure !== undefined) continue;
    const { size, turn } = page.pdf;
    const part = { name: pageName(id, number), file, page, pdf: page.pdf, isLookedAt: false };
    const width = pixelsWideAhead(size, wanted(size, turn));
    if (page.ahead !== width && !pictures.has(part.name, width)) return pictureTask(part, width, pictures);
    if (page.text === undefined) return textTask(part);
  }
  return undefined;
}

type Part = Omit<Task, 'begin'> & { readonly pdf: PdfPage };

function pictureTask(part: Part, width: number, pictures: PictureCache): Task {
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

function textTask(part: Part): Task {
  return {
    ...part,
    name: `${part.name}@text`,
    begin: () => ({ done: read(), cancel: () => undefined }),
  };

  async function read(): Promise<void> {
    // A page whose words cannot be had is still a page.
    part.page.text = await part.pdf.text().catch(() => null);
  }
}

export function pageName(id: string, page: number): string {
  return `${id}#${page}`;
}

/** Drawn pages, those longest unused let go first when they take too much room together. */
interface PictureCache {
  readonly put: (page: string, picture: Picture) => void;
  readonly has: (page: string, width: number) => boolean;
  /** So wide, or the next wider, or the widest there is. Counts as use. */
  readonly nearest: (page: string, width: number) => Picture | undefined;
  /** Is being looked at: stays, whatever else has to go. */
  readonly pin: (picture: Picture | undefined) => void;
  readonly drop: (isDropped: (page: string) => boolean) => void;
  readonly bytes: () => number;
}

export function pictureCache(budgetBytes: number): PictureCache {
  // A set keeps the order in which they came; a used one comes again.
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

/** A wider one can be shown smaller without loss; a narrower one only blurred. */
function distance(width: number, wanted: number): number {
  return width >= wanted ? width - wanted : tooNarrow + wanted - width;
}
const tooNarrow = 1_000_000;
