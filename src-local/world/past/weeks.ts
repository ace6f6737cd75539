import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import {
  deriveBatchStatus,
  documentStatuses,
  type BatchStatus,
  type DocumentStatus,
} from '#shared/domain/statuses.ts';
import type { MoveTask } from '../../aws/sqs/move-tasks.ts';
import type { PastFacts } from '../../journal/told.ts';
import { seededRandomness, type Randomness } from '../randomness.ts';
import type { BatchCourse } from './batch-course.ts';
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

/** A run, and what its batch was when it ended. */
export interface RunTraffic extends RunCourse {
  readonly batch: PlannedBatch;
  readonly counts: Readonly<Record<DocumentStatus, number>>;
  readonly batchStatus: BatchStatus;
}

/** Lists all runs, the earliest end first. */
export function listRunTraffic(courses: readonly BatchCourse[]): RunTraffic[] {
  return courses.flatMap(listRuns).toSorted((one, other) => one.endedAt - other.endedAt);
}

function listRuns({ batch, runs, documents }: BatchCourse): RunTraffic[] {
  const latest = new Map<number, DocumentStatus>();
  return runs.map((run, place) => {
    for (const { index, outcome } of run.passages) latest.set(index, outcome);
    for (const [index, { decision, status }] of documents.entries()) {
      if (decision && decision.at <= run.endedAt) latest.set(index, status);
    }
    const counts = countStatuses(batch.size, latest.values());
    const statuses = runs.slice(0, place + 1).map(({ status }) => status);
    return { ...run, batch, counts, batchStatus: deriveBatchStatus({ counts, runs: statuses }) };
  });
}

/** Documents that no run has reached are queued. */
function countStatuses(size: number, ended: Iterable<DocumentStatus>): Record<DocumentStatus, number> {
  const counts = Object.fromEntries(documentStatuses.map((status) => [status, 0])) as Record<
    DocumentStatus,
    number
  >;
  counts.QUEUED = size;
  for (const status of ended) {
    counts[status] += 1;
    counts.QUEUED -= 1;
  }
  return counts;
}

const hour = 3_600_000;

/** Redrives that have ended, the oldest first. What they moved has left the dead letters, or has come back since. */
function finishedMoveTasks(
  anchor: number,
  dice: Randomness,
  arns: {
    readonly documents: string;
    readonly documentDeadLetters: string;
    readonly webhooks: string;
    readonly webhookDeadLetters: string;
  },
): MoveTask[] {
  const task = (hoursAgo: number, rest: Omit<MoveTask, 'id' | 'startedAt'>): MoveTask => ({
    id: dice.uuid(),
    startedAt: anchor - Math.round(hoursAgo * hour),
    ...rest,
  });
  return [
    task(13.2 * 24, {
      sourceArn: arns.documentDeadLetters,
      toMove: 22,
      moved: 22,
      status: 'COMPLETED',
    }),
    task(9.1 * 24, {
      sourceArn: arns.webhookDeadLetters,
      destinationArn: arns.webhooks,
      perSecond: 5,
      toMove: 118,
      moved: 31,
      status: 'CANCELLED',
    }),
    // Its destination queue was deleted meanwhile.
    task(6.4 * 24, {
      sourceArn: arns.documentDeadLetters,
      destinationArn: arns.documents.replace(/:[^:]+$/, ':autowired-documents-repair'),
      toMove: 35,
      moved: 0,
      status: 'FAILED',
      failureReason: 'AWS.SimpleQueueService.NonExistentQueue',
    }),
    task(50, {
      sourceArn: arns.webhookDeadLetters,
      perSecond: 1,
      toMove: 9,
      moved: 9,
      status: 'COMPLETED',
    }),
  ];
}
