import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { MoveTask } from '../../aws/sqs/move-tasks.ts';
import type { PastFacts } from '../../journal/told.ts';
import { seededRandomness } from '../randomness.ts';
import type { BatchCourse } from './course/batch-course.ts';
import type { StoriedBatch } from './plan-of.ts';
import { runTraffic, type RunTraffic } from './run-traffic.ts';
import type { DeadLetter } from './told-dead-letters/dead-letter.ts';
import { documentDeadLetters } from './told-dead-letters/document-dead-letters.ts';
import { finishedMoveTasks } from './told-dead-letters/finished-move-tasks.ts';
import { webhookDeadLetters } from './told-dead-letters/webhook-dead-letters.ts';

/** What happened in the weeks before the anchor, as far as queues, metrics and alarms have to agree on it. */
export interface Weeks {
  readonly batches: readonly StoriedBatch[];
  readonly runs: readonly RunTraffic[];
  readonly documentLetters: readonly DeadLetter[];
  readonly webhookLetters: readonly DeadLetter[];
  readonly moveTasks: readonly MoveTask[];
}

export type WeeksFacts = Pick<PastFacts, 'seed' | 'anchor' | 'region' | 'account'>;

export function weeksOf(facts: WeeksFacts, courses: readonly BatchCourse[]): Weeks {
  const { extraction } = namesByConvention('sandbox');
  const batches = courses.map(({ batch }) => batch);
  const runs = runTraffic(courses);
  return {
    batches,
    runs,
    documentLetters: documentDeadLetters(facts, batches, extraction.documentsBucket),
    webhookLetters: webhookDeadLetters(facts, runs),
    moveTasks: finishedMoveTasks(facts.anchor, seededRandomness(`${facts.seed}/move tasks`), {
      documents: queueArn(facts, extraction.documentQueue),
      documentDeadLetters: queueArn(facts, extraction.documentDeadLetterQueue),
      webhooks: queueArn(facts, extraction.webhookQueue),
      webhookDeadLetters: queueArn(facts, extraction.webhookDeadLetterQueue),
    }),
  };
}

export function queueArn({ region, account }: Pick<WeeksFacts, 'region' | 'account'>, name: string): string {
  return `arn:aws:sqs:${region}:${account}:${name}`;
}
