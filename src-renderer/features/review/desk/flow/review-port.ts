import type { z } from 'zod';
import type { Failure, Result } from '#shared/contract/result.ts';
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

/** An outcome, or a call that surely did nothing. */
export type Became = Outcome | { readonly kind: 'failed'; readonly failure: Failure };

/** What a call may have done without saying so is unclear, never failed: it is asked again under its own key. */
export function whatBecame(result: Result<{ readonly outcome: Outcome }>): Became {
  if (result.ok) return result.value.outcome;
  const { failure } = result;
  return uncertain.has(failure.code)
    ? { kind: 'unclear', message: failure.message }
    : { kind: 'failed', failure };
}

/**
 * When it ends by this machine's clock. What the other side says counts where both clocks agree about it; else the
 * length counts, from when it was asked.
 */
export function endsAt(asked: number, said: string | null, lengthMs: number): number {
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
  /** After everything that was asked of this document before. */
  readonly run: <T>(document: string, task: () => Promise<T>) => Promise<T>;
  readonly isBusy: (document: string) => boolean;
}

/** Calls that change one document go one after the other: each has to name the version that the last has left. */
export function lanes(): Lanes {
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
