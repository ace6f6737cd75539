import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  causeRows,
  countCauses,
  countRows,
  mostFailureKeys,
  nextAttention,
  recountCauses,
} from '#pipelines/extraction/attention.ts';
import { addToCauseOfDay, addToCauseOfTenant, addToKnownCause } from '#pipelines/extraction/cause-items.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';

const start = Date.parse('2026-11-19T09:00:00.000Z');
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

describe('causes of a batch', () => {
  it('count a document that becomes FAILED, and no longer when it leaves', () => {
    const before = aDocument('SUCCEEDED');
    const failed = aDocument('FAILED', {
      code: 'ThrottlingException',
      message: 'Too many requests',
      minutes: 3,
    });
    const counted = countCauses(aBatch({}), [{ before, next: failed }]);
    const [[fingerprint, cause] = []] = Object.entries(counted.causes ?? {});
    expect(cause).toEqual({
      count: 1,
      stage: 'gap-fill',
      code: 'ThrottlingException',
      pattern: 'ThrottlingException: Too many requests',
    });
    expect(counted.failures).toEqual({
      [`2026-11-19T09#${fingerprint}`]: { count: 1, firstAt: at(3), lastAt: at(3) },
    });

    const again = countCauses(aBatch({ FAILED: 1 }, counted), [{ before: failed, next: before }]);
    expect(again.causes?.[fingerprint ?? '']?.count).toBe(0);
    expect(again.failures).toEqual(counted.failures);
  });

  it('move when a document that stands failed gets another error', () => {
    const one = aDocument('FAILED', { code: 'One' });
    const other = aDocument('FAILED', { code: 'Other' });
    const first = countCauses(aBatch({}), [{ before: aDocument('PROCESSING'), next: one }]);
    const { causes = {} } = countCauses(aBatch({ FAILED: 1 }, first), [{ before: one, next: other }]);
    expect(Object.values(causes).map(({ code, count }) => [code, count])).toEqual(
      expect.arrayContaining([
        ['One', 0],
        ['Other', 1],
      ]),
    );
  });

  it('are not counted where documents had failed before there was this count', () => {
    const change = { before: aDocument('PROCESSING'), next: aDocument('FAILED') };
    expect(countCauses(aBatch({ FAILED: 2 }), [change])).toEqual({});
  });

  it('always agree with a recount of the documents, with up to 20 causes and the others together', () => {
    const steps = array(
      record({
        document: nat(40),
        status: constantFrom(...documentStatuses),
        code: nat(25),
      }),
      { maxLength: 120 },
    );
    assert(
      property(steps, (moves) => {
        const documents = new Map<number, DocumentItem>();
        let batch = aBatch({});
        for (const { document, status, code } of moves) {
          const before = documents.get(document) ?? aDocument('QUEUED');
          const next = aDocument(status, { code: `Error${String.fromCodePoint(97 + code)}` });
          const counts: Record<string, number> = { ...batch.counts };
          const counted = countCauses(batch, [{ before, next }]);
          counts[before.status] = (counts[before.status] ?? 0) - 1;
          counts[next.status] = (counts[next.status] ?? 0) + 1;
          batch = aBatch(counts, counted);
          documents.set(document, next);
        }
        const kept = Object.entries(batch.causes ?? {}).filter(([, { count }]) => count > 0);
        const own = kept.filter(([name]) => name !== 'other');
        const recount = recountCauses(documents.values());
        const failed = [...documents.values()].filter(({ status }) => status === 'FAILED').length;
        expect(kept.reduce((sum, [, { count }]) => sum + count, 0)).toBe(failed);
        expect(Object.keys(batch.causes ?? {}).length).toBeLessThanOrEqual(21);
        if (!recount.other) for (const [name, { count }] of own) expect(recount[name]?.count).toBe(count);
      }),
    );
  });

  it('keep the newest hours of failures where there are too many', () => {
    let counted: Pick<BatchItem, 'causes' | 'failures'> = {};
    for (let hour = 0; hour < mostFailureKeys + 10; hour += 1) {
      const next = aDocument('FAILED', { minutes: hour * 60 });
      counted = countCauses(aBatch({}, counted), [{ before: aDocument('PROCESSING'), next }]);
    }
    const hours = Object.keys(counted.failures ?? {}).toSorted();
    expect(hours).toHaveLength(mostFailureKeys);
    expect(hours.at(0)?.slice(0, 13)).toBe('2026-11-19T19');
  });
});

describe('attention of a batch', () => {
  const now = start + 600_000;
  const nothing = { deliveries: [], oldestReviewAt: undefined, now } as const;

  it('says who works on the batch, keeps it over other changes, and forgets it when the work is done', () => {
    const batch = aBatch({ FAILED: 2 }, { status: 'FAILED', statusSince: at(2) });
    const work = { workedOnBy: 'support', workedOnSince: at(3) };
    const taken = nextAttention(undefined, { ...nothing, batch, work });
    expect(taken).toMatchObject(work);
    expect(nextAttention(taken, { ...nothing, batch })).toBeUndefined();
    const changed = aBatch({ FAILED: 3 }, { status: 'FAILED', statusSince: at(2) });
    expect(nextAttention(taken, { ...nothing, batch: changed })).toMatchObject(work);
    const done = nextAttention(taken, { ...nothing, batch, work: {} });
    expect(done).toBeDefined();
    expect(done).not.toHaveProperty('workedOnBy');
  });

  it('has a place by its status, by its review and by its deliveries', () => {
    const batch = aBatch({ FAILED: 2, REVIEW_REQUIRED: 1 }, { status: 'FAILED', statusSince: at(2) });
    const refused = { attempts: 5, outcome: 'refused', run: 1, updatedAt: at(4) } as const;
    const delivered = { attempts: 6, outcome: 'delivered', run: 2, updatedAt: at(5) } as const;
    const trying = { attempts: 4, outcome: 'no answer', run: 2, updatedAt: at(5) } as const;
    expect(
      nextAttention(undefined, {
        ...nothing,
        batch,
        deliveries: [refused, delivered, trying],
        oldestReviewAt: at(1),
      }),
    ).toMatchObject({
      PK: expect.stringMatching(/^ATTENTION#[0-7]$/),
      SK: 'BATCH#northwind#batch-1',
      GSI1PK: expect.stringMatching(/^ATTENTION#REVIEW#[0-7]$/),
      GSI1SK: at(1),
      GSI2PK: expect.stringMatching(/^ATTENTION#FAILED#[0-7]$/),
      GSI2SK: at(2),
      GSI3PK: expect.stringMatching(/^ATTENTION#DELIVERY#[0-7]$/),
      GSI3SK: at(4),
      version: 1,
      counts: { FAILED: 2, REVIEW_REQUIRED: 1 },
      waiting: 1,
      deliveriesGivenUp: 1,
    });
  });

  it('ends for a delivery that was given up when another message delivers its run', () => {
    const batch = aBatch({ SUCCEEDED: 2 }, { status: 'SUCCEEDED' });
    const refused = { attempts: 5, outcome: 'refused', run: 1, updatedAt: at(4) } as const;
    const before = nextAttention(undefined, { ...nothing, batch, deliveries: [refused] });
    expect(before).toMatchObject({ deliveriesGivenUp: 1 });
    const redriven = { attempts: 1, outcome: 'delivered', run: 1, updatedAt: at(5) } as const;
    const next = nextAttention(before, { ...nothing, batch, deliveries: [refused, redriven] });
    expect(next).toMatchObject({ deliveriesGivenUp: 0, ttl: expect.any(Number) });
    expect(next).not.toHaveProperty('GSI3PK');
  });

  it('is not written where the batch never needed any', () => {
    const batch = aBatch({ SUCCEEDED: 2 }, { status: 'SUCCEEDED' });
    expect(nextAttention(undefined, { ...nothing, batch })).toBeUndefined();
  });

  it('goes by the status index where a batch was written by hand, without counts', () => {
    const { counts: _, ...bare } = aBatch({}, { status: 'REVIEW_REQUIRED', statusSince: at(2) });
    const next = nextAttention(undefined, { ...nothing, batch: bare as BatchItem, oldestReviewAt: at(1) });
    expect(next).toMatchObject({ GSI1SK: at(1), waiting: 0, counts: {} });
  });

  it('leaves the status index with the batch, and keeps its other places', () => {
    const batch = aBatch({ FAILED: 1, REVIEW_REQUIRED: 1 }, { status: 'FAILED' });
    const next = nextAttention(undefined, { ...nothing, batch, oldestReviewAt: at(1), isSwept: true });
    expect(next?.GSI1SK).toBe(at(1));
    expect(next?.GSI2PK).toBeUndefined();
  });

  it('is not written again where nothing has changed', () => {
    const batch = aBatch({ FAILED: 2 }, { status: 'FAILED' });
    const first = nextAttention(undefined, { ...nothing, batch });
    expect(nextAttention(first, { ...nothing, batch, now: now + 60_000 })).toBeUndefined();
  });

  it('loses its places when the batch has succeeded, and expires after a week', () => {
    const failed = nextAttention(undefined, {
      ...nothing,
      batch: aBatch({ FAILED: 1 }, { status: 'FAILED' }),
    });
    const batch = aBatch({ SUCCEEDED: 1 }, { status: 'SUCCEEDED', version: 2 });
    const last = nextAttention(failed, { ...nothing, batch });
    expect(last).toMatchObject({ version: 2, status: 'SUCCEEDED', ttl: now / 1_000 + 7 * 86_400 });
    expect(Object.keys(last ?? {}).filter((name) => name.startsWith('GSI'))).toEqual([]);
  });
});

describe('causes by day', () => {
  const failures = {
    '2026-11-19T09#aaaaaa': { count: 2, firstAt: at(1), lastAt: at(2) },
    '2026-11-19T10#aaaaaa': { count: 1, firstAt: at(61), lastAt: at(61) },
    '2026-11-20T00#bbbbbb': { count: 4, firstAt: at(900), lastAt: at(905) },
  };
  const causes = {
    aaaaaa: { count: 0, stage: 'textract', code: 'A', pattern: 'A: …' },
    bbbbbb: { count: 4, stage: '', code: '', pattern: 'Other causes' },
  };
  const batch = aBatch({}, { causes, failures });

  it('are added by the difference to what was counted, once for a day', () => {
    expect(causeRows({}, batch)).toMatchObject([
      { day: '2026-11-19', fingerprint: 'aaaaaa', count: 3, hours: { h09: 2, h10: 1 }, lastAt: at(61) },
      { day: '2026-11-20', fingerprint: 'bbbbbb', count: 4, hours: { h00: 4 } },
    ]);
    const rows = causeRows({}, batch).slice(0, 1);
    const counted = countRows({}, batch, rows);
    expect(causeRows(counted, batch)).toMatchObject([{ fingerprint: 'bbbbbb', count: 4 }]);
    expect(causeRows(countRows(counted, batch, causeRows(counted, batch)), batch)).toEqual([]);
  });

  it('say the first and the last time, how many tenants, and which batch was last', () => {
    const [row] = causeRows({}, batch);
    if (!row) throw new Error('There is no row');
    const tenant = addToCauseOfTenant(undefined, row, batch, start);
    const later = { ...row, count: 1, hours: { h10: 1 }, lastAt: at(100) };
    expect(addToCauseOfTenant(tenant, later, { ...batch, batchId: 'batch-2' }, start + 1)).toMatchObject({
      PK: 'CAUSE#aaaaaa#2026-11-19',
      SK: 'TENANT#northwind',
      version: 2,
      count: 4,
      h09: 2,
      h10: 2,
      firstAt: at(1),
      lastAt: at(100),
      newestBatchId: 'batch-2',
    });
    const day = addToCauseOfDay(undefined, row, { newTenants: 1, now: start });
    expect(addToCauseOfDay(day, later, { newTenants: 0, now: start })).toMatchObject({
      PK: 'CAUSES#2026-11-19',
      SK: 'CAUSE#aaaaaa',
      stage: 'textract',
      code: 'A',
      count: 4,
      tenants: 1,
    });
  });

  it('make a cause known from its first time, and keep who works on it', () => {
    const [row] = causeRows({}, batch);
    if (!row) throw new Error('There is no row');
    const known = addToKnownCause(undefined, row, start);
    expect(known).toMatchObject({ PK: 'CAUSES#KNOWN', SK: 'CAUSE#aaaaaa', version: 1, firstAt: at(1) });
    expect(addToKnownCause(known, { ...row, firstAt: at(50) }, start)).toBeUndefined();
    expect(
      addToKnownCause({ ...known, workedOnBy: 'user-1' }, { ...row, firstAt: at(0) }, start),
    ).toMatchObject({
      version: 2,
      firstAt: at(0),
      workedOnBy: 'user-1',
    });
  });
});

function aBatch(counts: Readonly<Record<string, number>>, changes: Partial<BatchItem> = {}): BatchItem {
  return {
    tenantId: 'northwind',
    projectId: 'freight-invoices',
    workflowId: 'carrier-invoices',
    batchId: 'batch-1',
    status: 'PROCESSING',
    counts,
    documentCount: 3,
    received: 3,
    run: 1,
    runs: { 1: 'RUNNING' },
    confidenceThreshold: 0.6,
    reviewThreshold: 0.8,
    submittedBy: 'user-1',
    version: 1,
    createdAt: at(0),
    updatedAt: at(1),
    ...changes,
  };
}

function aDocument(
  status: DocumentItem['status'],
  {
    code = 'UnsupportedDocument',
    message = 'The PDF ends early',
    minutes = 1,
  }: { readonly code?: string; readonly message?: string; readonly minutes?: number } = {},
): DocumentItem {
  return {
    tenantId: 'northwind',
    batchId: 'batch-1',
    documentId: 'doc-1',
    status,
    fileName: 'a.pdf',
    objectKey: 'a',
    run: 1,
    version: 1,
    createdAt: at(0),
    updatedAt: at(minutes),
    ...(status === 'FAILED' && { error: { stage: 'gap-fill', code, message } }),
  };
}
