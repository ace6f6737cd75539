import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { BatchStatus, DocumentStatus } from '#shared/domain/statuses.ts';
import type { MoveTask } from '../../aws/sqs/move-tasks.ts';
import type { PastFacts } from '../../journal/told.ts';
import { seededRandomness } from '../randomness.ts';
import { viewBatchAt, type BatchCourse } from './batch-course.ts';
import type { StoriedBatch } from './story.ts';
import { documentDeadLetters, type DeadLetter } from './document-dead-letters.ts';
import { webhookDeadLetters } from './webhooks.ts';
import type { RunCourse } from './run-course.ts';
import type { PlannedBatch } from './plan.ts';

/** The events of the weeks before the anchor, as far as queues, metrics and alarms have to agree on them. */
export interface Weeks {
  readonly batches: readonly StoriedBatch[];
  readonly runs: readonly RunTraffic[];
  readonly documentLetters: readonly DeadLetter[];
  readonly webhookLetters: readonly DeadLetter[];
  readonly moveTasks: readonly MoveTask[];
}

export type WeeksFacts = Pick<PastFacts, 'seed' | 'anchor' | 'region' | 'account'>;

export function tellWeeks(facts: WeeksFacts, courses: readonly BatchCourse[]): Weeks {
  const { extraction } = namesByConvention('sandbox');
  const batches = courses.map(({ batch }) => batch);
  const runs = listRunTraffic(courses);
  return {
    batches,
    runs,
    documentLetters: documentDeadLetters(facts, batches, extraction.documentsBucket),
    webhookLetters: webhookDeadLetters(facts, runs),
    moveTasks: finishedMoveTasks(facts),
  };
}

export function queueArn({ region, account }: Pick<WeeksFacts, 'region' | 'account'>, name: string): string {
  return `arn:aws:sqs:${region}:${account}:${name}`;
}

/** A run, and what its batch was when it ended. */
export interface RunTraffic extends RunCourse {
  readonly batch: PlannedBatch;
  readonly counts: Readonly<Record<DocumentStatus, number>>;
  readonly batchStatus: BatchStatus;
}

/** Lists all runs, the earliest end first. */
export function listRunTraffic(courses: readonly BatchCourse[]): RunTraffic[] {
  return courses
    .flatMap((course) =>
      course.runs.map((run) => {
        const { counts, status: batchStatus } = viewBatchAt(course, run.endedAt);
        return { ...run, batch: course.batch, counts, batchStatus };
      }),
    )
    .toSorted((one, other) => one.endedAt - other.endedAt);
}

const hour = 3_600_000;

/** Redrives that have ended, the oldest first. What they moved has left the dead letters, or has come back since. */
function finishedMoveTasks(facts: WeeksFacts): MoveTask[] {
  const { extraction } = namesByConvention('sandbox');
  const dice = seededRandomness(`${facts.seed}/move tasks`);
  const documents = queueArn(facts, extraction.documentDeadLetterQueue);
  const webhooks = queueArn(facts, extraction.webhookDeadLetterQueue);
  const task = (
    hoursAgo: number,
    sourceArn: string,
    [moved, toMove]: readonly [moved: number, toMove: number],
    rest: Omit<MoveTask, 'id' | 'startedAt' | 'sourceArn' | 'moved' | 'toMove'>,
  ): MoveTask => ({
    id: dice.uuid(),
    startedAt: facts.anchor - Math.round(hoursAgo * hour),
    sourceArn,
    moved,
    toMove,
    ...rest,
  });
  return [
    task(13.2 * 24, documents, [22, 22], { status: 'COMPLETED' }),
    task(9.1 * 24, webhooks, [31, 118], {
      status: 'CANCELLED',
      destinationArn: queueArn(facts, extraction.webhookQueue),
      perSecond: 5,
    }),
    // Its destination queue was deleted meanwhile.
    task(6.4 * 24, documents, [0, 35], {
      status: 'FAILED',
      destinationArn: queueArn(facts, 'autowired-documents-repair'),
      failureReason: 'AWS.SimpleQueueService.NonExistentQueue',
    }),
    task(50, webhooks, [9, 9], { status: 'COMPLETED', perSecond: 1 }),
  ];
}
