import type { Draft, Desk } from '#shared/contract/review/decisions.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';

export interface Postponed {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  readonly until: string;
}

/** What one person on one connection had done of Review, said afterwards. */
export interface DoneNow {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over' | 'undo';
  readonly corrected: boolean;
  /** Null where nobody looked at it for its own sake. */
  readonly seconds: number | null;
}

/** Drafts, what is set aside, and today's counts, of the open connection and whoever is there; in the home folder. */
export interface DeskStore {
  drafts(): readonly Draft[];
  /** Those whose time has not come. */
  postponed(): readonly Postponed[];
  today(): Desk['today'];
  /** Throws when the disk does not take it. */
  saveDraft(key: ReviewKey, draft: Draft | null): void;
  postpone(key: ReviewKey, fileName: string | null, until: string | null): void;
  note(done: DoneNow): void;
  /** The same of who is there now, whoever comes after. */
  asNow(): DeskStore;
}
