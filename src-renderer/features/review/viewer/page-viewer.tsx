import type { Box, ReviewKey } from '#shared/contract/review/document.ts';
import type { Place } from '#shared/domain/review/places.ts';
import type { PageStore } from './page-store.ts';

export interface PageBox {
  readonly place: Place;
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  readonly tone: 'sure' | 'flagged' | 'decided';
}

export interface PageViewerProps {
  readonly store: PageStore;
  readonly document: ReviewKey;
  readonly fileName: string | null;
  readonly boxes: readonly PageBox[];
  readonly focused: Place | null;
  readonly onPick: (place: Place) => void;
}

/** The page as it was sent, with a box where each field was read; the focused one is zoomed to. */
export function PageViewer(_props: PageViewerProps) {
  return null;
}
