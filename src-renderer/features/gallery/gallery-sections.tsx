import type { ReactNode } from 'react';

export interface GallerySection {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly Section: () => ReactNode;
}

/** Every component of the design system, in the order the page shows them. */
export const gallerySections: readonly GallerySection[] = [];
