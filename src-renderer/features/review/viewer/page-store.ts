import type { ReviewFile, ReviewKey } from '#shared/contract/review/document.ts';
import type { Failure, Result } from '#shared/contract/result.ts';

export type PagesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly pages: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The drawn pages of the few documents that are open or next. */
export interface PageStore {
  /** Loads these and draws their first pages ahead; everything else is let go, memory and all. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  readonly state: (key: ReviewKey) => PagesState;
  readonly retry: (key: ReviewKey) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly close: () => void;
}

export type LoadFile = (key: ReviewKey) => Promise<Result<ReviewFile>>;
