import type { z } from 'zod';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { NextAnswer, NextInput } from '#shared/contract/review.ts';
import type { RefileInput } from '#shared/contract/review-filing.ts';
import type {
  checkInput,
  decideInput,
  Draft,
  handOverInput,
  Outcome,
  ReviewDocument,
  ReviewKey,
  seenInput,
} from '#shared/contract/review-document.ts';

export type Seen = z.infer<typeof seenInput>;
type DecideInput = z.infer<typeof decideInput>;
type HandOverInput = z.infer<typeof handOverInput>;
type CheckInput = z.infer<typeof checkInput>;
type Answer = Promise<Result<{ readonly outcome: Outcome }>>;

/** Everything that the desk needs from outside, including time and random keys. */
export interface ReviewPort {
  readonly now: () => number;
  readonly newKey: () => string;
  /** Runs it later, and returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly read: (key: ReviewKey) => Promise<Result<ReviewDocument>>;
  readonly claim: (seen: Seen) => Answer;
  readonly release: (seen: Seen) => Answer;
  /** Reserves the next free document of the queue with its filters. Left out where documents come from a sample. */
  readonly next?: (
    input: Pick<NextInput, 'not' | 'ahead' | 'intentKey'>,
  ) => Promise<Result<{ readonly next: NextAnswer }>>;
  /** Finds the accepted documents with this supplier and number. Left out where nothing is approved. */
  readonly findEarlier?: (
    input: InputOf<'review.findEarlier'>,
  ) => Promise<Result<OutputOf<'review.findEarlier'>>>;
  readonly decide: (input: DecideInput) => Answer;
  readonly undo: (seen: Seen) => Answer;
  readonly handOver: (input: HandOverInput) => Answer;
  readonly check: (input: CheckInput) => Answer;
  readonly refile: (input: RefileInput) => Answer;
  readonly postpone: (
    key: ReviewKey,
    fileName: string | null,
    until: string | null,
  ) => Promise<Result<unknown>>;
  readonly drafts: () => Promise<Result<readonly Draft[]>>;
  readonly saveDraft: (key: ReviewKey, draft: Draft | null) => Promise<Result<unknown>>;
}

/** An outcome, or a call that certainly had no effect. */
export type CallOutcome = Outcome | { readonly kind: 'failed'; readonly failure: Failure };

/** A call that may have had an effect is unclear and never failed. It is repeated under its own key. */
export function readOutcome(result: Result<{ readonly outcome: Outcome }>): CallOutcome {
  if (result.ok) return result.value.outcome;
  const { failure } = result;
  return uncertain.has(failure.code)
    ? { kind: 'unclear', message: failure.message }
    : { kind: 'failed', failure };
}

/**
 * Returns the end by this machine's clock. The other side's time counts if both clocks agree about it; otherwise the
 * duration counts from the request.
 */
export function calculateEnd(asked: number, said: string | null, lengthMs: number): number {
  const at = said === null ? Number.NaN : Date.parse(said);
  return at > asked && at <= asked + lengthMs + slackMs ? at : asked + lengthMs;
}

const slackMs = 5_000;

const uncertain: ReadonlySet<Failure['code']> = new Set([
  'host-unreachable',
  'pipeline-unreachable',
  'pipeline-unreadable',
  'aws-unreachable',
  'unexpected',
]);

export interface Lanes {
  /** Runs after every earlier task of this document. */
  readonly run: <T>(document: string, task: () => Promise<T>) => Promise<T>;
  readonly isBusy: (document: string) => boolean;
}

/**
 * Calls that change one document run one after the other, because each has to name the version that the last one
 * returned.
 */
export function createLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(document, task) {
      const before = tails.get(document);
      const done = before === undefined ? task() : before.then(task, task);
      const tail = done.then(release, release);
      tails.set(document, tail);
      return done;

      function release(): void {
        if (tails.get(document) === tail) tails.delete(document);
      }
    },
    isBusy: (document) => tails.has(document),
  };
}
