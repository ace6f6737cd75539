import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refused, type Result } from '#shared/contract/result.ts';
import { answerOf, type Answer } from './answer.ts';
import { isPassing, refusalOf, troubleOf, type Target } from './aws-trouble.ts';
import { exactAnswer, type ReadRequest } from './exact-answer.ts';
import { slotsOf } from './slots.ts';
import type { Tally } from './tally.ts';
import { withinTime } from './within-time.ts';

export interface ReadsParts {
  readonly client: DynamoDBClient;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** In milliseconds, how long one attempt may take. */
  readonly longestRead?: number;
}

/** Single requests, sent with patience: what passes by itself is tried again, within limits. */
export interface Reads {
  send(request: ReadRequest, target: Target, tally: Tally): Promise<Result<Answer>>;
  /** Between two attempts: any time up to twice as long as before, so that clients do not meet again. */
  pause(attempt: number): Promise<void>;
}

export const mostAttempts = 4;
const mostInFlight = 8;
const firstPause = 50;
const longestPause = 2_000;
/** A page of 1 MB over a slow line takes seconds; what takes longer than this has been lost on the way. */
const usualLongestRead = 10_000;

export function openReads({ client, random, sleep, longestRead = usualLongestRead }: ReadsParts): Reads {
  const slots = slotsOf(mostInFlight);
  const pause = (attempt: number): Promise<void> =>
    sleep(random() * Math.min(longestPause, firstPause * 2 ** attempt));
  return {
    pause,
    async send(request, target, tally) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const read = (signal: AbortSignal) => exactAnswer(client, request, signal);
          const answer = answerOf(await slots.run(() => withinTime(longestRead, read)));
          tally.answered(answer.units);
          return { ok: true, value: answer };
        } catch (error) {
          const trouble = troubleOf(error);
          if (trouble.kind === 'throttled') tally.slowed();
          if (attempt === mostAttempts || !isPassing(trouble)) {
            return refused(refusalOf(trouble, target, attempt));
          }
        }
        await pause(attempt);
      }
    },
  };
}
