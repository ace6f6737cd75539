import { ok, type Failure, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review/queue.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { unopened, type Stream } from '#shared/domain/review/merged-streams.ts';
import { passingReader } from '../../../aws/passing-reader.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { concernsAll, type NotAsked, type PaidReads } from '../../../reads/paid-reads.ts';
import { latestWanted, streamKey, type OpenBatch, type QueuePlace } from '../../../reads/review-queue.ts';
import { tenantsInScope } from './tenants-in-scope.ts';
import { waitingBatches } from './waiting-batches.ts';
import type { WaitingDocument } from '../../../rows/waiting-document.ts';

interface Parts {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
  readonly who: Persona | null;
  readonly now: number;
}

/** Which batches have something that waits. None of them is opened yet. */
export async function beginQueue(
  input: QueueInput,
  { reader: lasting, reads, who, now }: Parts,
): Promise<Result<{ readonly place: QueuePlace; readonly throttled: number }>> {
  const reader = passingReader(lasting);
  const scope = await tenantsInScope(input.tenantId, { reader, reads, who });
  if (!scope.ok) return scope;
  const { tenants } = scope.value;
  const notAsked: NotAsked[] = [...scope.value.notAsked];
  const answers = await Promise.all(
    tenants.map(async ({ tenantId }) => ({
      tenantId,
      found: await waitingBatches(tenantId, { reader, reads }),
    })),
  );

  const batches: Batch[] = [];
  const failures: Failure[] = [];
  let [waiting, throttled, isExact] = [0, 0, true];
  for (const { tenantId, found } of answers) {
    if (!found.ok) {
      if (concernsAll(found.failure)) return found;
      failures.push(found.failure);
      notAsked.push({ tenantId, why: found.failure.message });
      continue;
    }
    batches.push(...found.value.batches);
    waiting += found.value.waiting;
    throttled += found.value.throttled;
    isExact &&= found.value.isExact;
    if (!found.value.isAll) notAsked.push({ tenantId, why: tooManyBatches });
  }
  const [failure] = failures;
  // With nobody left to ask there is nothing to show beside it.
  if (failure !== undefined && failures.length === tenants.length) return { ok: false, failure };

  const latest = latestWanted(input, now);
  const asked = batches.filter(
    (batch) => input.workflowId === undefined || batch.workflowId === input.workflowId,
  );
  const streams = new Map<string, Stream<WaitingDocument>>();
  const open = new Map<string, OpenBatch>();
  for (const batch of asked) {
    const [key, from] = [streamKey(batch), beginOf(batch)];
    if (from > latest) continue;
    streams.set(key, unopened(key, from));
    open.set(key, { batch, cursor: undefined, atFrom: [], again: null });
  }
  const place: QueuePlace = {
    begunAt: now,
    keptAt: now,
    streams,
    open,
    tenantNames: new Map(tenants.map(({ tenantId, name }) => [tenantId, name])),
    given: [],
    said: {
      waiting,
      waitingExact: isExact && notAsked.length === 0,
      batches: asked.length,
      read: 0,
      notAsked,
      unclear: new Map(),
    },
    wholeUntil: notAsked.length === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  };
  return ok({ place, throttled });
}

const tooManyBatches =
  'It has more batches in work than were read, so the longest waiting may be missing. Choose a workflow, or open its batches in Triage.';

/** None of its documents waits for longer than there is the batch. */
function beginOf({ createdAt }: Batch): number {
  return createdAt === null ? Number.NEGATIVE_INFINITY : Date.parse(createdAt);
}
