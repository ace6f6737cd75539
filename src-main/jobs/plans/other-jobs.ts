import type { Job } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import type { Verdict } from '#shared/domain/reprocess-outcome.ts';

/** A job of this home folder that has items which were not sent or have not ended. */
export interface OpenJob {
  readonly job: Job;
  readonly plan: Plan;
  readonly items: readonly { readonly id: string; readonly state: ItemState }[];
}

type ItemState = 'waiting' | 'sending' | 'running';

interface DocumentPlace {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
}

/** Compares the documents of a new plan with those of jobs that still have them. */
export interface OtherJobs {
  /** Returns the verdict, or that the document is blocked because it would be sent twice. */
  judge(place: DocumentPlace, verdict: Verdict): Verdict;
  /** Lists the jobs that have documents of this plan, after all of them were judged. */
  list(): NonNullable<Plan['otherJobs']>;
}

/**
 * A job that is running or begins later sends its documents itself. A call without a clear answer may be repeated under
 * its own key, however the document stands by then. Both would send a document twice, so it is blocked. A job at rest
 * reads each document again before it sends it, and skips one that has changed. Several jobs may have the same document,
 * and the most pressing reason counts, whichever of them was opened last.
 */
export function compareWithJobs(jobs: readonly OpenJob[]): OtherJobs {
  const held = new Map<string, Holder[]>();
  for (const { job, plan, items } of jobs) {
    for (const { id, state } of items) {
      const place = findPlace(plan, id);
      if (place === undefined) continue;
      const key = toKey(place);
      held.set(key, [...(held.get(key) ?? []), { job, block: findBlock(job, state) }]);
    }
  }
  const counted = new Map<string, { readonly job: Job; same: number; blocked: number }>();
  return {
    judge(place, verdict) {
      const mayGo = verdict.verdict === 'go' || verdict.needsReason;
      let reason: Block | null = null;
      for (const { job, block } of held.get(toKey(place)) ?? []) {
        const count = counted.get(job.jobId) ?? { job, same: 0, blocked: 0 };
        counted.set(job.jobId, count);
        count.same += 1;
        if (block === null || !mayGo) continue;
        count.blocked += 1;
        if (reason === null || pressing.indexOf(block) < pressing.indexOf(reason)) reason = block;
      }
      return reason === null ? verdict : { verdict: 'blocked', why: blocks[reason], needsReason: false };
    },
    list: () =>
      [...counted.values()].map(
        ({ job: { jobId, kind, state, by, total, startedAt, beginsAt }, same, blocked }) => ({
          jobId,
          kind,
          state,
          by,
          total,
          startedAt,
          ...(beginsAt !== undefined && { beginsAt }),
          same,
          blocked,
        }),
      ),
  };
}

interface Holder {
  readonly job: Job;
  readonly block: Block | null;
}

/** The most pressing reason comes first. */
const blocks = {
  unanswered: 'Another job may have sent it and has no answer yet',
  sent: 'Another job has sent it, and it has not ended',
  'about to be sent': 'A running job is about to send it',
  'sent later': 'A job that begins later will send it',
} as const;
type Block = keyof typeof blocks;
const pressing = Object.keys(blocks);

function findBlock({ state }: Job, item: ItemState): Block | null {
  if (item === 'sending') return 'unanswered';
  if (item === 'running') return 'sent';
  if (state === 'running') return 'about to be sent';
  return state === 'scheduled' ? 'sent later' : null;
}

function findPlace({ target, many }: Plan, id: string): DocumentPlace | undefined {
  if (many !== undefined) {
    const { place, documentId } = parseItemId(id);
    const batch = many.batches[place - 1];
    return batch === undefined ? undefined : { tenantId: batch.tenantId, batchId: batch.batchId, documentId };
  }
  switch (target.kind) {
    case 'reprocess':
    case 'send-to-review':
    case 'accept-documents':
      return { tenantId: target.tenantId, batchId: target.batchId, documentId: id };
    default:
      return undefined;
  }
}

function toKey({ tenantId, batchId, documentId }: DocumentPlace): string {
  return [tenantId, batchId, documentId].join('\u001F');
}
