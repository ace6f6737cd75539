import type { Outcome } from '#shared/contract/review/decisions.ts';
import type { Failure, Result } from '#shared/contract/result.ts';

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
