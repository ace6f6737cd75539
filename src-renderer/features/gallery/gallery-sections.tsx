import type { GallerySection } from './gallery-section.ts';
import { actionSections } from './sections/action-sections.tsx';
import { choiceSections } from './sections/choice-sections.tsx';
import { dataSections } from './sections/data-sections.tsx';
import { fieldSections } from './sections/field-sections.tsx';
import { foundationSections } from './sections/foundation-sections.tsx';
import { overlaySections } from './sections/overlay-sections.tsx';
import { stateSections } from './sections/state-sections.tsx';
import { statusSections } from './sections/status-sections.tsx';
import { wayfindingSections } from './sections/wayfinding-sections.tsx';

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
