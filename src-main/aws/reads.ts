import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refused, type Result } from '#shared/contract/result.ts';
import { answerOf, type Answer } from './answer.ts';
import { refusalOf, type Target } from './aws-trouble.ts';
import { exactAnswer, type ReadRequest } from './exact-answer.ts';
import { openPatience, type PatienceParts } from './patience.ts';
import type { Tally } from './tally.ts';

export interface ReadsParts extends PatienceParts {
  readonly client: DynamoDBClient;
}

/** Single requests, sent with patience. */
export interface Reads {
  send(request: ReadRequest, target: Target, tally: Tally): Promise<Result<Answer>>;
  pause(attempt: number): Promise<void>;
}

export function openReads({ client, ...parts }: ReadsParts): Reads {
  const patience = openPatience(parts);
  return {
    pause: (attempt) => patience.pause(attempt),
    async send(request, target, tally) {
      const tried = await patience.read(
        async (signal) => answerOf(await exactAnswer(client, request, signal)),
        () => tally.slowed(),
      );
      if (!tried.ok) return refused(refusalOf(tried.trouble, target, tried.attempts));
      tally.answered(tried.value.units);
      return { ok: true, value: tried.value };
    },
  };
}
