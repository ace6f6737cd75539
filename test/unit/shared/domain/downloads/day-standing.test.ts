import { describe, expect, it } from 'vitest';
import { newestFirst, standingOfBatch, standingOfDay } from '#shared/domain/downloads/day-standing.ts';
import { aDownloadBatch } from '#test/builders/a-download.ts';

describe('a batch', () => {
  const [a, b] = ['accounts-2026-11-20', 'rates-2026-11-20'];
  it.each([
    ['complete', {}],
    ['complete', { expected: [], completed: [] }],
    ['in work', { status: 'initiated', expected: [], completed: [] }],
    ['in work', { status: 'queued', completed: [a], failed: [b] }],
    ['timed out', { status: 'timeout', completed: [a] }],
    ['some failed', { status: 'failed', completed: [a], failed: [b] }],
    ['some failed', { status: 'completed', completed: [a], failed: [b] }],
    // Closed by somebody while files were open.
    ['missing', { status: 'failed', completed: [a] }],
    ['missing', { completed: [a] }],
    ['failed', { status: 'failed', expected: [], completed: [] }],
    ['failed', { status: 'failed', completed: [], failed: [a, b] }],
    ['unknown', { status: null }],
  ] as const)('is %s', (standing, { ...change }) => {
    expect(standingOfBatch({ ...aDownloadBatch(), ...copied(change) })).toBe(standing);
  });
});

describe('a day', () => {
  it('without a batch has none', () => {
    expect(standingOfDay([])).toBe('no batch');
  });

  it('stands as the batch does that began last, in whichever order they come', () => {
    const first = aDownloadBatch({ batchId: 'first', status: 'timeout', completed: [] });
    const again = aDownloadBatch({ batchId: 'again', startedAt: '2026-11-20T15:00:00.000Z' });
    expect([standingOfDay([first, again]), standingOfDay([again, first])]).toEqual(['complete', 'complete']);
  });

  it('has one that does not say when it began last, and two at once by their ids', () => {
    const batches = [
      aDownloadBatch({ batchId: 'never', startedAt: null }),
      aDownloadBatch({ batchId: 'b' }),
      aDownloadBatch({ batchId: 'odd', startedAt: 'soon' }),
      aDownloadBatch({ batchId: 'a' }),
    ];
    expect(newestFirst(batches).map(({ batchId }) => batchId)).toEqual(['a', 'b', 'never', 'odd']);
  });
});

function copied(change: object): object {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? [...(value as readonly string[])] : value,
    ]),
  );
}
