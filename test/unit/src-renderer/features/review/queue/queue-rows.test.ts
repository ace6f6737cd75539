import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import {
  listDeskRows,
  sortQueue,
  mergeQueue,
  subtractDone,
  findActiveRow,
  findTurn,
  type NewerThanList,
} from '#renderer/features/review/queue/queue-rows.ts';
import type { QueueRow } from '#shared/contract/review.ts';
import { aDocumentRow } from '../../triage/batch/a-document-row.ts';
import { aQueueRow, minutesFromNoon, noon } from './a-queue-row.ts';

const nothing: NewerThanList = { changed: new Map(), done: new Map(), desk: undefined };
const row = aQueueRow();
const key = documentKey(row);

function changed(change: Parameters<typeof aDocumentRow>[0]) {
  return new Map([[key, aDocumentRow({ batchId: 'batch-01', documentId: 'doc-1', ...change })]]);
}

describe('the queue after the user’s own actions', () => {
  test('is unchanged without any', () => {
    expect(mergeQueue([row], nothing)).toEqual({ rows: [row], gone: [] });
  });

  test('has a document once although two pages contain it, in the newer version', () => {
    const newer = aQueueRow({ version: 5, score: 0.8 });
    expect(mergeQueue([row, newer, row], nothing).rows).toEqual([newer]);
  });

  test('hides decided documents that the index still lists', () => {
    const decided = changed({ status: 'SUCCEEDED', version: 5 });
    expect(mergeQueue([row], { ...nothing, changed: decided })).toEqual({ rows: [], gone: [row] });
  });

  test('shows a document that returned with a later version', () => {
    const decided = changed({ status: 'SUCCEEDED', version: 5 });
    const again = aQueueRow({ version: 6 });
    expect(mergeQueue([again], { ...nothing, changed: decided }).rows).toEqual([again]);
  });

  test('names the current holder', () => {
    const claimed = changed({
      status: 'REVIEW_REQUIRED',
      version: 5,
      claimedBy: 'noor',
      claimExpiresAt: minutesFromNoon(9),
    });
    expect(mergeQueue([row], { ...nothing, changed: claimed }).rows).toMatchObject([
      { claimedBy: 'noor', claimExpiresAt: minutesFromNoon(9), version: 5 },
    ]);
  });

  test('hides a document that this user has finished until a newer version is read', () => {
    const done = new Map([[key, { version: 5, at: noon }]]);
    expect(mergeQueue([aQueueRow({ version: 5 })], { ...nothing, done }).rows).toEqual([]);
    expect(mergeQueue([aQueueRow({ version: 6 })], { ...nothing, done }).rows).toHaveLength(1);
  });

  test('marks drafts and postponed documents as this machine has stored them', () => {
    const listed = aQueueRow({ postponedUntil: minutesFromNoon(10) });
    const { tenantId, projectId, batchId, documentId } = row;
    const draft = {
      key: { tenantId, projectId, batchId, documentId },
      fileName: null,
      version: 4,
      edits: {},
      comment: '',
      intentKey: 'intent-0001',
      sent: null,
      savedAt: minutesFromNoon(0),
    };
    const laid = mergeQueue([listed], { ...nothing, desk: { drafts: [draft], postponed: [] } });
    expect(laid.rows).toMatchObject([{ hasDraft: true, postponedUntil: null }]);
  });
});

test('a count goes down with the documents finished since, and never below zero', () => {
  const none = { count: 0, exact: true };
  const said = {
    answeredFrom: { from: 'tenants', asked: 1, areAll: true, whyNotAttention: null } as const,
    waiting: 1,
    waitingExact: true,
    buckets: {
      overdue: { count: 3, exact: true },
      under1h: none,
      under4h: none,
      under24h: none,
      later: none,
    },
    sorted: null,
    read: 4,
    batches: 1,
    notAsked: [],
  };
  const old = aQueueRow({ waitingSince: minutesFromNoon(-25 * 60) });
  const late = aQueueRow({ waitingSince: minutesFromNoon(-23.5 * 60) });
  const now = subtractDone(said, [old, late], noon);
  expect(now.waiting).toBe(0);
  expect(now.buckets.overdue).toEqual({ count: 2, exact: true });
  expect(now.buckets.under1h).toEqual({ count: 0, exact: true });
});

const handed = (to: string) => ({ to, by: 'ines', note: 'the VAT id', at: minutesFromNoon(-5) });
const held = (by: string, minutes: number) => ({ claimedBy: by, claimExpiresAt: minutesFromNoon(minutes) });
const ids = (rows: readonly { readonly documentId: string }[]) => rows.map(({ documentId }) => documentId);

describe('the turn of a document', () => {
  test.each<[string, Partial<QueueRow>, string]>([
    ['that no one holds', {}, 'open'],
    ['that this person holds', held('teo', 5), 'open'],
    ['that a colleague holds', held('noor', 5), 'held'],
    ['whose claim has run out', held('noor', -1), 'open'],
    ['with a claim that has no known end', { claimedBy: 'noor' }, 'held'],
    ['handed to this person', { assigned: handed('teo') }, 'mine'],
    ['handed to this person and taken by another', { assigned: handed('teo'), ...held('noor', 5) }, 'held'],
    ['handed to a colleague', { assigned: handed('noor') }, 'handed'],
    ['postponed', { postponedUntil: minutesFromNoon(30) }, 'postponed'],
    ['whose hour is over', { postponedUntil: minutesFromNoon(-1) }, 'open'],
    ['that this person has decided already', { whyNot: 'You decided it first.' }, 'not for me'],
  ])('%s', (_what, change, kind) => {
    expect(findTurn(aQueueRow(change), 'teo', noon).kind).toBe(kind);
  });

  test('holds nothing for an unknown user', () => {
    expect(findTurn(aQueueRow(held('noor', 5)), null, noon).kind).toBe('held');
  });
});

/** As the main process gives them: the longest waiting first. */
const queue = [
  aQueueRow({
    documentId: 'aside',
    waitingSince: minutesFromNoon(-900),
    postponedUntil: minutesFromNoon(30),
  }),
  aQueueRow({ documentId: 'held', waitingSince: minutesFromNoon(-300), ...held('noor', 5) }),
  aQueueRow({ documentId: 'handed on', waitingSince: minutesFromNoon(-200), assigned: handed('noor') }),
  aQueueRow({ documentId: 'old', waitingSince: minutesFromNoon(-100) }),
  aQueueRow({ documentId: 'young', waitingSince: minutesFromNoon(-10) }),
  aQueueRow({ documentId: 'for me', waitingSince: minutesFromNoon(-1), assigned: handed('teo') }),
  aQueueRow({ documentId: 'timeless', waitingSince: null }),
];

describe('the list', () => {
  test('starts with documents handed to this user, ends with those postponed, and keeps the order of the queue between', () => {
    expect(ids(sortQueue(queue, 'teo', noon))).toEqual([
      'for me',
      'held',
      'handed on',
      'old',
      'young',
      'timeless',
      'aside',
    ]);
  });

  test('neither loses nor invents a row', () => {
    const anyRow = fc.record({
      documentId: fc.uuid(),
      waitingSince: fc.option(fc.integer({ min: -9_000, max: 9_000 }).map(minutesFromNoon)),
      claimedBy: fc.constantFrom(null, 'teo', 'noor'),
      postponedUntil: fc.constantFrom(null, minutesFromNoon(-1), minutesFromNoon(1)),
    });
    fc.assert(
      fc.property(fc.array(anyRow), (changes) => {
        const rows = changes.map((change) => aQueueRow(change));
        expect(new Set(sortQueue(rows, 'teo', noon))).toEqual(new Set(rows));
      }),
    );
  });
});

describe('the rows of the desk', () => {
  test('are those that this user can decide now', () => {
    expect(ids(listDeskRows(queue, 'teo', noon))).toEqual(['for me', 'old', 'young', 'timeless']);
    expect(listDeskRows(queue, 'teo', noon)[0]).toEqual({
      tenantId: 'northwind',
      projectId: 'freight',
      batchId: 'batch-01',
      documentId: 'for me',
      fileName: 'inv-0413.pdf',
      tenantName: 'Northwind Logistics',
      waitingSince: minutesFromNoon(-1),
      dueHours: 24,
    });
  });

  test('include a document again once its claim or its time aside has ended', () => {
    const later = noon + 31 * 60_000;
    expect(ids(listDeskRows(queue, 'teo', later))).toEqual([
      'for me',
      'aside',
      'held',
      'old',
      'young',
      'timeless',
    ]);
  });
});

describe('the row on which the keys of the list act', () => {
  const rows = ['doc-1', 'doc-2', 'doc-3'].map((documentId) => aQueueRow({ documentId }));
  const [one, two, three] = rows.map(documentKey);
  const columns = [{ id: 'id', title: 'Id', value: ({ documentId }: QueueRow) => documentId }];
  const showing = (filter: string) => ({ columns, rows, filter, visibleColumns: undefined });

  test('is the one that the user moved to, and before that the first one to do', () => {
    expect(findActiveRow(showing(''), two ?? '', one ?? '')).toBe(rows[1]);
    expect(findActiveRow(showing(''), null, one ?? '')).toBe(rows[0]);
  });

  test('is never a row that the filter hides', () => {
    expect(findActiveRow(showing('doc-3'), two ?? '', one ?? '')).toBeNull();
    expect(findActiveRow(showing('doc-3'), two ?? '', three ?? '')).toBe(rows[2]);
    expect(findActiveRow(showing('no such text'), two ?? '', one ?? '')).toBeNull();
    expect(findActiveRow(showing(''), null, null)).toBeNull();
  });
});
