import type { Flag, ReviewKey } from '#shared/contract/review/document.ts';

/** What the address of Review says; read leniently. The tenant is that of the top bar where one is chosen there. */
export interface ReviewAddress {
  readonly view: 'queue' | 'sample';
  readonly tenant: string | null;
  readonly workflow: string | null;
  readonly reasons: readonly Flag[];
  readonly olderThanMinutes: number | null;
  readonly amountFrom: number | null;
  readonly amountTo: number | null;
  /** Of the sample, one in a hundred documents this many. */
  readonly percent: number;
  /** Open on the desk. */
  readonly document: ReviewKey | null;
}

export type GoReview = (change: Partial<ReviewAddress>, how?: 'push' | 'replace') => void;
