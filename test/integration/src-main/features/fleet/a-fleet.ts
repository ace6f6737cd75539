import { nextAttention, type AttentionItem } from '#pipelines/extraction/attention.ts';
import { addToCauseOfDay, addToKnownCause } from '#pipelines/extraction/cause-items.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { keyOf, statusIndexKeys } from '#pipelines/extraction/keys.ts';
import type { BatchItem } from '#pipelines/extraction/item-shapes.ts';
import { fleetHandlers } from '#main/features/fleet/fleet-handlers.ts';
import { queueHandlers } from '#main/features/review/review-handlers.ts';
import { todayHandlers } from '#main/features/today/today-handlers.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SampleItem } from '#shared/catalogue/declaration.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { contract, type InputOf, type OutputOf } from '#shared/contract/contract.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aReadingWorld } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';

export const table = 'autowired-sandbox';
const { extraction } = catalogue;
const minute = 60_000;

/** A batch as a test tells of it; times are minutes before now. */
export interface BatchToPlant {
  readonly tenantId: string;
  readonly batchId: string;
  readonly status: BatchItem['status'];
  readonly since: number;
  readonly workflowId?: string;
  /** How many documents stand failed, by cause. */
  readonly causes?: Readonly<Record<string, number>>;
  /** Since when each document waits. */
  readonly waits?: readonly number[];
  /** When a delivery was given up. */
  readonly givenUp?: number;
}

type Asked =
  | 'fleet.batches'
  | 'fleet.counts'
  | 'today.batches'
  | 'today.groups'
  | 'today.review'
  | 'review.queue';

/** Opens the console's reads over the embedded DynamoDB with these batches, and with what a pipeline keeps about them. */
export async function aFleet(
  batches: readonly BatchToPlant[],
  { isKept = true, isWhole = true }: { readonly isKept?: boolean; readonly isWhole?: boolean } = {},
) {
  const world = await aReadingWorld({ ...extraction, samples: { main: [] } });
  const now = (): number => world.clock.now();
  const at = (minutesAgo: number): string => new Date(now() - minutesAgo * minute).toISOString();
  const common = { version: 1, createdAt: at(60 * 24), updatedAt: at(1) };

  const tenants = [...new Set(batches.map(({ tenantId }) => tenantId))];
  const items: SampleItem[] = tenants.flatMap((tenantId) => {
    const facts = { ...common, tenantId, name: `The tenant ${tenantId}` };
    return [
      { ...keyOf.directory(tenantId), ...facts },
      { ...keyOf.tenant(tenantId), ...facts },
    ];
  });
  const kept = new Map<string, AttentionItem>();
  for (const told of batches) {
    const batch = aBatch(told, at, common);
    const { tenantId, batchId, projectId, status, statusSince = '' } = batch;
    items.push({
      ...keyOf.batch(tenantId, projectId, batchId),
      ...statusIndexKeys({ tenantId }, status, statusSince),
      GSI3PK: batchId,
      GSI3SK: 'BATCH',
      ...batch,
    } as unknown as SampleItem);
    const waits = told.waits ?? [];
    for (const [index, minutesAgo] of waits.entries()) {
      items.push({
        ...keyOf.document(tenantId, batchId, `doc-${index}`),
        ...statusIndexKeys({ tenantId, batchId }, 'REVIEW_REQUIRED', at(minutesAgo)),
        ...common,
        tenantId,
        batchId,
        documentId: `doc-${index}`,
        status: 'REVIEW_REQUIRED',
        statusSince: at(minutesAgo),
        fileName: 'invoice.pdf',
        objectKey: `documents/${tenantId}/${batchId}/doc-${index}/invoice.pdf`,
        run: 1,
      });
    }
    const { givenUp } = told;
    const next = nextAttention(undefined, {
      batch,
      deliveries:
        givenUp === undefined ? [] : [{ attempts: 99, outcome: 'no answer', run: 1, updatedAt: at(givenUp) }],
      oldestReviewAt: waits.length === 0 ? undefined : at(Math.max(...waits)),
      now: now(),
    });
    if (next !== undefined) kept.set(`${tenantId}#${batchId}`, next);
  }
  if (isKept) {
    items.push(...([...kept.values()] as unknown as SampleItem[]), {
      PK: 'ATTENTION',
      SK: 'STATE',
      ...common,
      keptSince: at(60 * 24 * 30),
      upTo: at(0),
      ...(isWhole && { wholeSince: at(60 * 24 * 29) }),
    });
  }
  const put = (item: SampleItem | PlainItem) =>
    world.put(table, sampleAttributes(extraction, 'main', item as SampleItem));
  for (const item of items) await put(item);

  const known = new Map<string, PlainItem>();
  let session: Session = aSession();
  const receipts: Receipt[] = [];
  const parts = {
    doors: () => scopedDoors({ ...refusingDoors('nothing'), reader: world.reader }, session.who),
    session: () => session,
    dueHours: () => 24,
    desk: { drafts: () => [], postponed: () => [] },
    orders: openIdOrders(now),
    attention: openAttention(now),
    now,
  };
  const { gate } = aGate({
    handlers: { ...fleetHandlers(parts), ...todayHandlers(parts), ...queueHandlers(parts) },
  });
  async function call<N extends Asked>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    const answer = (await gate.call(trusted, { operation, input })) as Result<OutputOf<N>>;
    if (answer.ok) contract[operation].output.parse(answer.value);
    if (answer.receipt !== undefined) receipts.push(answer.receipt);
    return answer;
  }
  return {
    world,
    at,
    put,
    kept,
    call,
    be: (change: Partial<Session>) => void (session = { ...session, ...change }),
    /** Returns the requests since it was called last, and the read units that the answers said. */
    spent() {
      const sent = world.sent.splice(0);
      const bills = receipts.splice(0);
      return { calls: sent.length, rru: bills.reduce((sum, { rru }) => sum + rru, 0), bills: bills.length };
    },
    async putCauses(day: string, causes: readonly (readonly [string, number])[]) {
      for (const [fingerprint, count] of causes) {
        const hour = `${day}T09:30:00.000Z`;
        const row = {
          day,
          fingerprint,
          cause: { stage: 'gap-fill', code: 'Slow', pattern: `Slow: cause ${fingerprint}` },
          count,
          hours: { h09: count },
          firstAt: hour,
          lastAt: hour,
        };
        await put(addToCauseOfDay(undefined, row, { newTenants: 1, now: now() }));
        const first = addToKnownCause(known.get(fingerprint), row, now());
        if (first === undefined) continue;
        known.set(fingerprint, first);
        await put(first);
      }
    },
  };
}

function aBatch(
  { tenantId, batchId, status, since, workflowId = 'invoices', causes = {}, waits = [] }: BatchToPlant,
  at: (minutesAgo: number) => string,
  common: Pick<BatchItem, 'version' | 'createdAt' | 'updatedAt'>,
): BatchItem {
  const failed = Object.values(causes).reduce((sum, count) => sum + count, 0);
  const counts = {
    QUEUED: 0,
    PROCESSING: status === 'PROCESSING' ? 2 : 0,
    SUCCEEDED: 3,
    REVIEW_REQUIRED: waits.length,
    FAILED: failed,
    REJECTED: 0,
  };
  return {
    ...common,
    updatedAt: at(since),
    tenantId,
    projectId: 'project',
    batchId,
    workflowId,
    status,
    statusSince: at(since),
    counts,
    documentCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
    received: 5,
    run: 1,
    runs: { '1': 'RUNNING' },
    confidenceThreshold: 0.5,
    reviewThreshold: 0.9,
    submittedBy: 'someone',
    causes: Object.fromEntries(
      Object.entries(causes).map(([fingerprint, count]) => [
        fingerprint,
        { count, stage: 'gap-fill', code: 'Slow', pattern: `Slow: cause ${fingerprint}` },
      ]),
    ),
  };
}
