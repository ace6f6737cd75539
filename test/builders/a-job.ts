import { itemStates, type ItemReceipt, type ItemState, type Job } from '#shared/contract/jobs.ts';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';

const connection = { id: 'local', name: 'Local sandbox', environment: 'sandbox' } as const;
const hash = '9f2c61ab'.padEnd(60, '0').concat('e417');

/** Returns a job as it is shown. Counts that are not given are 0, and their sum is the total. */
export function aJob(change: Partial<Omit<Job, 'counts'>> & { counts?: Partial<Job['counts']> } = {}): Job {
  const counts = someCounts(change.counts ?? { fixed: 28 });
  return {
    jobId: 'plan-1',
    kind: 'reprocess',
    connection,
    tenantId: 'northwind',
    batchId: '01JC9Q4V8M7T',
    queue: null,
    fingerprint: '7c41e9',
    by: 'mira',
    reason: null,
    hash,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    state: 'done',
    because: null,
    step: { at: 3, of: 3 },
    startedAt: '2026-11-22T14:25:02.000Z',
    endedAt: null,
    secondsLeft: null,
    usd: null,
    estimatedUsd: null,
    ...change,
    counts,
  };
}

export function someCounts(counts: Partial<Job['counts']>): Job['counts'] {
  const none = Object.fromEntries(itemStates.map((state) => [state, 0])) as Record<ItemState, number>;
  return { ...none, ...counts };
}

export function aReceipt(change: Partial<ItemReceipt> = {}): ItemReceipt {
  return {
    number: 1,
    id: 'doc-1',
    name: 'inv-0398.pdf',
    step: 1,
    state: 'fixed',
    status: 'SUCCEEDED',
    stage: null,
    run: 2,
    sentAt: '2026-11-22T14:25:03.000Z',
    endedAt: '2026-11-22T14:25:13.800Z',
    ms: 10_800,
    usd: '0.0161',
    note: null,
    ...change,
  };
}

export function aPlanItem(change: Partial<PlanItem> = {}): PlanItem {
  return {
    id: 'doc-1',
    name: 'inv-0398.pdf',
    version: 4,
    verdict: 'go',
    why: 'FAILED in gap-fill, run 1: Bedrock.ThrottlingException',
    usd: '0.0171',
    needsReason: false,
    ...change,
  };
}

/** Returns a plan whose counts are those of its items. */
export function aPlan(change: Partial<Plan> = {}): Plan {
  const items = change.items ?? [aPlanItem()];
  const count = (verdict: PlanItem['verdict']) => items.filter((item) => item.verdict === verdict).length;
  return {
    planId: 'plan-1',
    kind: 'reprocess',
    target: {
      kind: 'reprocess',
      tenantId: 'northwind',
      projectId: 'carrier-invoices',
      batchId: '01JC9Q4V8M7T',
      documentIds: items.map(({ id }) => id),
    },
    tenantId: 'northwind',
    connection,
    by: 'mira',
    madeAt: '2026-11-22T14:24:06.000Z',
    expiresAt: '2026-11-22T14:34:06.000Z',
    hash,
    items,
    counts: { go: count('go'), skip: count('skip'), blocked: count('blocked') },
    ramp: [count('go')],
    estimate: {
      usd: '0.48',
      priceBook: { id: 'book', name: 'us-east-1, November 2026' },
      lines: [],
      seconds: 360,
      basis: '',
    },
    checks: [],
    typing: null,
    cannotStart: null,
    reads: { calls: 1, rru: 15.5 },
    ...change,
  };
}
