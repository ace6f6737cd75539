import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import { deskRows, inOrder, turnOf } from '#renderer/features/review/queue/desk-rows.ts';
import { aQueueRow, minutesFromNoon, noon } from './a-queue-row.ts';

const handed = (to: string) => ({ to, by: 'ines', note: 'the VAT id', at: minutesFromNoon(-5) });
const held = (by: string, minutes: number) => ({ claimedBy: by, claimExpiresAt: minutesFromNoon(minutes) });
const ids = (rows: readonly { readonly documentId: string }[]) => rows.map(({ documentId }) => documentId);

describe('whose turn a document is', () => {
  test.each<[string, Partial<QueueRow>, string]>([
    ['of nobody', {}, 'open'],
    ['that this person holds', held('teo', 5), 'open'],
    ['that a colleague holds', held('noor', 5), 'held'],
    ['whose claim has run out', held('noor', -1), 'open'],
    ['with a claim of no known end', { claimedBy: 'noor' }, 'held'],
    ['handed to this person', { assigned: handed('teo') }, 'mine'],
    ['handed to this person and taken by another', { assigned: handed('teo'), ...held('noor', 5) }, 'held'],
    ['handed to a colleague', { assigned: handed('noor') }, 'handed'],
    ['set aside', { postponedUntil: minutesFromNoon(30) }, 'set aside'],
    ['whose hour is over', { postponedUntil: minutesFromNoon(-1) }, 'open'],
    ['that this person has decided already', { whyNot: 'You decided it first.' }, 'not for me'],
  ])('%s', (_what, change, kind) => {
    expect(turnOf(aQueueRow(change), 'teo', noon).kind).toBe(kind);
  });

  test('whoever is nobody holds nothing', () => {
    expect(turnOf(aQueueRow(held('noor', 5)), null, noon).kind).toBe('held');
  });
});

const queue = [
  aQueueRow({ documentId: 'young', waitingSince: minutesFromNoon(-10) }),
  aQueueRow({
    documentId: 'aside',
    waitingSince: minutesFromNoon(-900),
    postponedUntil: minutesFromNoon(30),
  }),
  aQueueRow({ documentId: 'held', waitingSince: minutesFromNoon(-300), ...held('noor', 5) }),
  aQueueRow({ documentId: 'timeless', waitingSince: null }),
  aQueueRow({ documentId: 'handed on', waitingSince: minutesFromNoon(-200), assigned: handed('noor') }),
  aQueueRow({ documentId: 'for me', waitingSince: minutesFromNoon(-1), assigned: handed('teo') }),
  aQueueRow({ documentId: 'old', waitingSince: minutesFromNoon(-100) }),
];

describe('the list', () => {
  test('has what was handed to me first and what I set aside last, the rest as long as it waits', () => {
    expect(ids(inOrder(queue, 'teo', noon))).toEqual([
      'for me',
      'held',
      'handed on',
      'old',
      'young',
      'timeless',
      'aside',
    ]);
  });

  test('loses no row and makes up none', () => {
    const row = fc.record({
      documentId: fc.uuid(),
      waitingSince: fc.option(fc.integer({ min: -9_000, max: 9_000 }).map(minutesFromNoon)),
      claimedBy: fc.constantFrom(null, 'teo', 'noor'),
      postponedUntil: fc.constantFrom(null, minutesFromNoon(-1), minutesFromNoon(1)),
    });
    fc.assert(
      fc.property(fc.array(row), (changes) => {
        const rows = changes.map((change) => aQueueRow(change));
        expect(new Set(inOrder(rows, 'teo', noon))).toEqual(new Set(rows));
      }),
    );
  });
});

describe('the desk', () => {
  test('is given only what this person can decide now', () => {
    expect(ids(deskRows(queue, 'teo', noon))).toEqual(['for me', 'old', 'young', 'timeless']);
    expect(deskRows(queue, 'teo', noon)[0]).toEqual({
      tenantId: 'northwind',
      projectId: 'freight',
      batchId: 'batch-01',
      documentId: 'for me',
      fileName: 'inv-0413.pdf',
      tenantName: 'Northwind Logistics',
      waitingSince: minutesFromNoon(-1),
    });
  });

  test('is given what was set aside or held once that is over', () => {
    const later = noon + 31 * 60_000;
    expect(ids(deskRows(queue, 'teo', later))).toEqual([
      'for me',
      'aside',
      'held',
      'old',
      'young',
      'timeless',
    ]);
  });
});
