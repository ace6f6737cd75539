import { array, assert, constantFrom, integer, option, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '#shared/contract/triage.ts';
import {
  documentKey,
  latestDocuments,
  noChanges,
  withChanges,
} from '#renderer/contract/changes-provider.tsx';

describe('a list merged with the changes of actions', () => {
  test('is the very list that was read while nothing has changed', () => {
    const rows = [aRow(1, 3)];
    expect(latestDocuments(rows, new Map(), isFailed)).toBe(rows);
    expect(latestDocuments(rows, latest([aRow(9, 1, 'SUCCEEDED')]), isFailed)).toBe(rows);
  });

  test('shows the newer row in the place of the older', () => {
    const shown = latestDocuments([aRow(1, 3), aRow(2, 3)], latest([aRow(2, 4)]), isFailed);
    expect(shown.map(({ documentId, version }) => [documentId, version])).toEqual([
      ['doc-1', 3],
      ['doc-2', 4],
    ]);
  });

  test('does not fall back to an older one, whichever arrives last', () => {
    const rows = [aRow(1, 7)];
    expect(latestDocuments(rows, latest([aRow(1, 6, 'SUCCEEDED')]), isFailed)).toBe(rows);
    const kept = latest([aRow(1, 7), aRow(1, 6, 'SUCCEEDED')]);
    expect([...kept.values()].map(({ version }) => version)).toEqual([7]);
  });

  test('drops what no longer belongs, and adds new rows at the top, the newest first', () => {
    const changes = latest([
      aRow(1, 4, 'SUCCEEDED'),
      { ...aRow(8, 2), statusSince: '2026-11-22T10:00:00.000Z' },
      { ...aRow(9, 2), statusSince: '2026-11-22T10:00:05.000Z' },
    ]);
    const shown = latestDocuments([aRow(1, 3), aRow(2, 3)], changes, isFailed);
    expect(shown.map(({ documentId }) => documentId)).toEqual(['doc-9', 'doc-8', 'doc-2']);
  });

  test('shows a row once that two pages contain, in its newest version', () => {
    const shown = latestDocuments([aRow(1, 3), aRow(1, 4)], latest([aRow(5, 1, 'QUEUED')]), isFailed);
    expect(shown.map(({ version }) => version)).toEqual([4]);
  });

  test('has no older rows, no duplicates, and the order of the list, for any reads and pushes', () => {
    assert(
      property(array(anyRow), array(anyRow), (rows, pushed) => {
        const changes = latest(pushed);
        const shown = latestDocuments(rows, changes, isFailed);
        const keys = shown.map(documentKey);
        expect(new Set(keys).size).toBe(keys.length);

        const newest = new Map<string, number>();
        for (const row of rows) {
          const key = documentKey(row);
          newest.set(key, Math.max(newest.get(key) ?? -1, row.version ?? -1));
        }
        for (const row of shown) {
          expect(row.version ?? -1).toBeGreaterThanOrEqual(newest.get(documentKey(row)) ?? -1);
        }

        const order = [...new Set(rows.map(documentKey))];
        const ofTheList = keys.filter((key) => newest.has(key));
        expect(ofTheList).toEqual(order.filter((key) => ofTheList.includes(key)));
        expect(keys.slice(keys.length - ofTheList.length)).toEqual(ofTheList);
        for (const key of order.filter((one) => !changes.has(one))) expect(keys).toContain(key);
      }),
    );
  });
});

describe('stored changes', () => {
  test('drop the oldest when there are too many', () => {
    const first = withChanges(noChanges, { batches: [], documents: [aRow(1, 1), aRow(2, 1), aRow(3, 1)] }, 3);
    const after = withChanges(first, { batches: [], documents: [aRow(1, 2), aRow(4, 1)] }, 3);
    expect([...after.documents.values()].map(({ documentId }) => documentId)).toEqual([
      'doc-3',
      'doc-1',
      'doc-4',
    ]);
  });

  test('keep what a push does not mention', () => {
    const first = withChanges(noChanges, { batches: [], documents: [aRow(1, 1)] });
    expect(withChanges(first, { batches: [], documents: [] }).documents).toBe(first.documents);
  });
});

const anyRow = tuple(
  integer({ min: 1, max: 6 }),
  option(integer({ min: 0, max: 5 })),
  constantFrom('FAILED' as const, 'SUCCEEDED' as const, null),
).map(([number, version, status]) => aRow(number, version, status));

function latest(documents: readonly DocumentRow[]): ReadonlyMap<string, DocumentRow> {
  return withChanges(noChanges, { batches: [], documents: [...documents] }).documents;
}

function isFailed({ status }: DocumentRow): boolean {
  return status === 'FAILED';
}

function aRow(number: number, version: number | null, status: DocumentRow['status'] = 'FAILED'): DocumentRow {
  return {
    tenantId: 'northwind',
    batchId: 'batch-1',
    documentId: `doc-${number}`,
    status,
    otherStatus: null,
    statusSince: null,
    fileName: null,
    run: 1,
    receivedAt: null,
    score: null,
    stage: null,
    error: null,
    usage: null,
    claimedBy: null,
    claimExpiresAt: null,
    reviewedBy: null,
    version,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
  };
}
