import type { Picture } from './pdf-engine.ts';

/** Drawn pages, those longest unused let go first when they take too much room together. */
export interface PictureCache {
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
