import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { WorkflowKey, WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import { passingReader } from '../../../aws/passing-reader.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import { typesIn } from '../../../rows/judged-document.ts';
import { paidReads } from '../../../reads/paid-reads.ts';
import type { IdOrders } from '../../../reads/batches-by-time.ts';
import { noWorkflow } from '../../../rows/tenant-rows.ts';
import { readDocuments } from './read-documents.ts';
import { daysListed, recentBatches, type RecentBatches } from './recent-batches.ts';
import { reviewSeconds } from './review-seconds.ts';
import { runningBatches } from './running-batches.ts';
import type { SampleReads } from './sample-reads.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly orders: IdOrders;
  readonly now: () => number;
}

/** What thresholds are decided on (decision 013): read by key and by index, page by page, and one bill. */
export function readSample({ doors, session, orders, now }: Parts): Handlers['workflows.sample'] {
  return async ({ most, ...key }) => {
    if (!maySeeTenant(session().who, key.tenantId)) return outOfScope(key.tenantId, 'Nothing was read.');
    const reads = paidReads({ pattern: 'extraction.documentsOfBatch', index: 'table' }, now);
    const reader = passingReader(doors().reader);
    return reads.billed(await sample(key, most, { reader, reads, order: orders.of(session()), now: now() }));
  };
}

async function sample(key: WorkflowKey, most: number, parts: SampleReads): Promise<Result<WorkflowSample>> {
  const { reader, reads, now } = parts;
  const workflow = reads.paid(await reader.run('extraction.workflowById', { ...key }));
  if (!workflow.ok) return workflow;
  const [item] = workflow.value.items;
  if (item === undefined) return refused({ code: 'not-found', ...noWorkflow(key.workflowId) });
  const recent = await recentBatches(key, parts);
  if (!recent.ok) return recent;
  const running = await runningBatches(key, recent.value, parts);
  if (!running.ok) return running;
  const { batches, intake, cutAfter } = recent.value;
  const read = await readDocuments(batches, { most, types: typesIn(item) }, parts);
  if (!read.ok) return read;
  const { reviews, isCut, batches: opened, ...counts } = read.value;
  const seconds = await reviewSeconds(key.tenantId, reviews, parts);
  return ok({
    workflowId: key.workflowId,
    ...counts,
    documents: [...counts.documents],
    batches: opened.length,
    from: opened.at(-1)?.createdAt ?? null,
    to: opened[0]?.createdAt ?? null,
    endedBy: endOf(recent.value, isCut),
    days: daysListed,
    cutAfter,
    intake,
    reviewSeconds: seconds,
    running: running.value,
    readAt: new Date(now).toISOString(),
  });
}

function endOf({ endedBy }: Pick<RecentBatches, 'endedBy'>, isCut: boolean): WorkflowSample['endedBy'] {
  return isCut ? 'most' : endedBy;
}
