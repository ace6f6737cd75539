import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refused, type Result } from '#shared/contract/result.ts';
import { answerOf, type Answer } from './answer.ts';
import { isPassing, refusalOf, troubleOf, type Target } from './aws-trouble.ts';
import { exactAnswer, type ReadRequest } from './exact-answer.ts';
import { slotsOf } from './slots.ts';
import type { Tally } from './tally.ts';

export interface ReadsParts {
  readonly client: DynamoDBClient;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
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

export function openReads({ client, random, sleep }: ReadsParts): Reads {
  const slots = slotsOf(mostInFlight);
  const pause = (attempt: number): Promise<void> =>
    sleep(random() * Math.min(longestPause, firstPause * 2 ** attempt));
  return {
    pause,
    async send(request, target, tally) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = answerOf(await slots.run(() => exactAnswer(client, request)));
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
