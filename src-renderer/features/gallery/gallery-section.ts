import type { ReactNode } from 'react';

export interface GallerySection {
  /** Its address: /gallery#id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Columns of the sheet it takes; one when left out. */
  readonly span?: 2 | 3 | 'all';
  readonly Section: () => ReactNode;
}
