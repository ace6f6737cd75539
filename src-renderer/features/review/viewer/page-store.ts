import type { ReviewFile, ReviewKey } from '#shared/contract/review/document.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { Aim } from './drawing-queue.ts';
import type { Picture } from './pdf-engine.ts';
import type { Size, Turn } from './turned.ts';

export type PagesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly pages: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A page as far as it is drawn. */
export interface DrawnPage {
  /** In points, as it lies in the file. */
  readonly size: Size;
  /** How it has to be turned to stand upright. */
  readonly turn: Turn;
  /** As large as was wanted last, or the nearest there is. */
  readonly picture: Picture | undefined;
  readonly text: HTMLElement | undefined;
  /** Why it cannot be drawn. */
  readonly failure: string | undefined;
}

/** The drawn pages of the few documents that are open or next. */
export interface PageStore {
  /** Loads these and draws their first pages ahead; everything else is let go, memory and all. */
  readonly keep: (keys: readonly ReviewKey[]) => void;
  /** Which page of a kept one will be looked at first, where that is not the first: it is drawn ahead instead. */
  readonly startAt: (key: ReviewKey, page: number) => void;
  readonly state: (key: ReviewKey) => PagesState;
  readonly retry: (key: ReviewKey) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Lets go of everything; what is kept afterwards is loaded anew. */
  readonly close: () => void;
  /** Undefined until something is known of it. */
  readonly page: (key: ReviewKey, page: number) => DrawnPage | undefined;
  /** This is what is looked at now, so many pixels wide as it lies in the file, as far as that is known. */
  readonly look: (key: ReviewKey, page: number, width: number | undefined) => void;
  /** How large the pages will be looked at that are drawn ahead. */
  readonly aim: (aim: Aim) => void;
}

export type LoadFile = (key: ReviewKey) => Promise<Result<ReviewFile>>;
