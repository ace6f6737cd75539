import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { groupsOfToday, type FailedBatch } from '#shared/domain/today/groups-of-today.ts';

const now = Date.parse('2026-11-20T14:00:00.000Z');
const hour = 3_600_000;
const hoursAgo = (hours: number): string => new Date(now - hours * hour).toISOString();

function aFailedBatch(
  batch: { readonly tenantId?: string; readonly projectId?: string; readonly batchId: string },
  failures: readonly { readonly code: string; readonly hours: number }[],
): FailedBatch {
  const { tenantId = 'northwind', projectId = 'freight', batchId } = batch;
  return {
    batch: { tenantId, projectId, batchId },
    documents: failures.map(({ code, hours }, at) => aFailedDocument({ tenantId, batchId, at, code, hours })),
  };
}

function aFailedDocument(of: {
  readonly tenantId: string;
  readonly batchId: string;
  readonly at: number;
  readonly code: string;
  readonly hours: number;
}): DocumentRow {
  const { tenantId, batchId, at, code, hours } = of;
  return {
    tenantId,
    batchId,
    documentId: `doc-${at}`,
    status: 'FAILED',
    otherStatus: null,
    statusSince: hoursAgo(hours),
    fileName: 'invoice.pdf',
    run: 1,
    receivedAt: null,
    score: null,
    stage: 'textract',
    error: { stage: 'textract', code, message: 'It did not go.' },
    usage: null,
    claimedBy: null,
    claimExpiresAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
  };
}

describe('failure groups of today', () => {
  it('are of a cause in a tenant, and lead to the newest batch in which it happened', () => {
    const groups = groupsOfToday(
      [
        aFailedBatch({ batchId: 'newest', projectId: 'claims' }, [{ code: 'Throttled', hours: 1 }]),
        aFailedBatch({ batchId: 'older' }, [
          { code: 'Throttled', hours: 30 },
          { code: 'Throttled', hours: 29 },
          { code: 'Corrupt', hours: 28 },
        ]),
        aFailedBatch({ batchId: 'theirs', tenantId: 'kestrel' }, [{ code: 'Throttled', hours: 2 }]),
      ],
      now,
    );
    expect(
      groups.map(({ code, tenantId, batchId, projectId }) => [code, tenantId, batchId, projectId]),
    ).toEqual([
      ['Throttled', 'northwind', 'newest', 'claims'],
      ['Throttled', 'kestrel', 'theirs', 'freight'],
      ['Corrupt', 'northwind', 'older', 'freight'],
    ]);
    expect(groups[0]).toMatchObject({ count: 3, batches: 2, firstAt: hoursAgo(30), lastAt: hoursAgo(1) });
    expect(groups[0]?.fingerprint).toBe(groups[1]?.fingerprint);
  });

  it('are new where all that was read of them is of the last day', () => {
    const isNew = (...hours: number[]) =>
      groupsOfToday(
        [
          aFailedBatch(
            { batchId: 'b' },
            hours.map((one) => ({ code: 'X', hours: one })),
          ),
        ],
        now,
      )[0]?.isNew;
    expect([isNew(1, 24), isNew(1, 24.1)]).toEqual([true, false]);
  });

  it('have each document once, and the last first', () => {
    const failures = fc.array(
      fc.record({ code: fc.constantFrom('A', 'B', 'C'), hours: fc.integer({ min: 0, max: 300 }) }),
      { maxLength: 20 },
    );
    const batches = fc.array(fc.tuple(fc.constantFrom('northwind', 'kestrel'), failures), { maxLength: 5 });
    fc.assert(
      fc.property(batches, (some) => {
        const given = some.map(([tenantId, of], at) => aFailedBatch({ tenantId, batchId: `b${at}` }, of));
        const groups = groupsOfToday(given, now);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(
          given.reduce((sum, { documents }) => sum + documents.length, 0),
        );
        const last = groups.map(({ lastAt }) => lastAt ?? '');
        expect(last).toEqual(last.toSorted().toReversed());
        expect(new Set(groups.map((one) => one.fingerprint + one.tenantId)).size).toBe(groups.length);
      }),
    );
  });
});
