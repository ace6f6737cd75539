import type { ReactNode } from 'react';
import { actionSections } from './sections/action-sections.tsx';
import { choiceSections } from './sections/choice-sections.tsx';
import { dataSections } from './sections/data-sections.tsx';
import { fieldSections } from './sections/field-sections.tsx';
import { foundationSections } from './sections/foundation-sections.tsx';
import { overlaySections } from './sections/overlay-sections.tsx';
import { stateSections } from './sections/state-sections.tsx';
import { statusSections } from './sections/status-sections.tsx';
import { wayfindingSections } from './sections/wayfinding-sections.tsx';

export interface GallerySection {
  /** Its address: /gallery#id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Columns of the sheet it takes; one when left out. */
  readonly span?: 2 | 3 | 'all';
  readonly Section: () => ReactNode;
}

/** Every component of the design system, in the order the page shows them. */
export const gallerySections: readonly GallerySection[] = [
  ...stateSections,
  ...actionSections,
  ...fieldSections,
  ...choiceSections,
  ...statusSections,
  ...dataSections,
  ...wayfindingSections,
  ...overlaySections,
  ...foundationSections,
];
