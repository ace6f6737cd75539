import type { z } from 'zod';
import type {
  checkInput,
  decideInput,
  Draft,
  handOverInput,
  Outcome,
  seenInput,
} from '#shared/contract/review/decisions.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import type { Result } from '#shared/contract/result.ts';

export type Seen = z.infer<typeof seenInput>;
export type DecideInput = z.infer<typeof decideInput>;
export type HandOverInput = z.infer<typeof handOverInput>;
export type CheckInput = z.infer<typeof checkInput>;
export type Answer = Promise<Result<{ readonly outcome: Outcome }>>;

/** All that the desk asks of the world, time and chance included. */
export interface ReviewPort {
  readonly now: () => number;
  readonly newKey: () => string;
  /** Runs it later; answers how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly read: (key: ReviewKey) => Promise<Result<ReviewDocument>>;
  readonly claim: (seen: Seen) => Answer;
  readonly release: (seen: Seen) => Answer;
  readonly decide: (input: DecideInput) => Answer;
  readonly undo: (seen: Seen) => Answer;
  readonly handOver: (input: HandOverInput) => Answer;
  readonly check: (input: CheckInput) => Answer;
  readonly postpone: (
    key: ReviewKey,
    fileName: string | null,
    until: string | null,
  ) => Promise<Result<unknown>>;
  readonly drafts: () => Promise<Result<readonly Draft[]>>;
  readonly saveDraft: (key: ReviewKey, draft: Draft | null) => Promise<Result<unknown>>;
}
