import { describe, expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { listedBatch, type ListedBatch } from '#main/features/costs/known-costs.ts';
import { aStoredItem } from '#test/builders/a-reader.ts';

const counted = (of: Readonly<Record<string, number>>): AttributeValue => ({
  M: Object.fromEntries(Object.entries(of).map(([name, count]) => [name, { N: String(count) }])),
});

function listed(attributes: Attributes): ListedBatch {
  const key = { PK: { S: 'TENANT#alder#PROJECT#p' }, SK: { S: 'BATCH#b-1' } };
  return listedBatch(batchRow(aStoredItem({ key, attributes })));
}

describe('a batch in costs', () => {
  it.each([
    ['2026-03-10T00:00:00.000Z', '2026-03-10'],
    ['2026-03-09T23:59:59.999Z', '2026-03-09'],
    ['2026-03-10T01:30:00.000+02:00', '2026-03-09'],
    ['2026-03-09T23:30:00-01:00', '2026-03-10'],
    ['+012026-03-10T00:00:00.000Z', null],
    ['yesterday', null],
  ])('submitted at %s belongs to the day %s, in UTC', (createdAt, day) => {
    expect(listed({ createdAt: { S: createdAt } }).day).toBe(day);
  });

  it('has as many documents as its highest count, and never less than zero', () => {
    const counts = counted({ SUCCEEDED: 3, FAILED: 1, QUEUED: 2, REJECTED: -5 });
    expect(listed({ counts, documentCount: { N: '4' } })).toMatchObject({ documents: 6, processed: 4 });
    expect(listed({ counts, documentCount: { N: '9' } })).toMatchObject({ documents: 9, processed: 4 });
    expect(listed({ documentCount: { S: '9' } })).toMatchObject({ documents: 0, processed: 0 });
  });

  it('is in work while its status says so, or while a run still has documents of it', () => {
    const isInWork = (status: string, counts: Readonly<Record<string, number>>, run?: string): boolean =>
      listed({
        status: { S: status },
        counts: counted(counts),
        runs: { M: run === undefined ? {} : { '2': { S: run } } },
      }).isInWork;
    expect(isInWork('QUEUED', {})).toBe(true);
    expect(isInWork('PROCESSING', { SUCCEEDED: 2 })).toBe(true);
    expect(isInWork('SUCCEEDED', { SUCCEEDED: 2, QUEUED: 1 }, 'RUNNING')).toBe(true);
    // A batch with no open documents is not in work, whatever its run says. A batch whose run has ended is
    // not either.
    expect(isInWork('SUCCEEDED', { SUCCEEDED: 2 }, 'RUNNING')).toBe(false);
    expect(isInWork('FAILED', { SUCCEEDED: 2, QUEUED: 1 }, 'FAILED')).toBe(false);
    // The batch does not say how its runs stand, so one may still work on the open documents.
    expect(isInWork('FAILED', { SUCCEEDED: 2, QUEUED: 1 })).toBe(true);
    expect(isInWork('FAILED', { SUCCEEDED: 2, PROCESSING: 1 })).toBe(true);
    expect(isInWork('FAILED', { SUCCEEDED: 2, FAILED: 1 })).toBe(false);
  });

  it('has another stamp after each change, and none if nothing shows a change', () => {
    const at = { S: '2026-03-10T08:00:00.000Z' };
    const [one, next] = [listed({ version: { N: '1' } }).stamp, listed({ version: { N: '2' } }).stamp];
    expect(new Set([one, next, listed({ version: { N: '1' }, updatedAt: at }).stamp]).size).toBe(3);
    expect(listed({ createdAt: at }).stamp).toBeNull();
  });
});
