import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import { applyChanges, measureClockSkew } from '#renderer/features/today/use-today.ts';
import { aCount } from '#test/builders/document-counts.ts';
import { aBatch, atLeast, batches, exactly, now } from './what-is-seen.ts';

const before = batches({
  failed: {
    batches: exactly(2),
    documents: exactly(4),
    lastHour: exactly(0),
    newest: [aBatch(), aBatch({ batchId: 'batch-2' })],
  },
  leftQueued: { batches: atLeast(0), documents: atLeast(0), most: [] },
  running: { batches: atLeast(100), newest: [] },
  byTenant: [
    { tenantId: 'northwind', failed: exactly(2), running: atLeast(60), waiting: exactly(1) },
    { tenantId: 'quill', failed: null, running: atLeast(40), waiting: null },
  ],
});

describe('batches with the changes of actions', () => {
  it('stay the same if nothing has changed', () => {
    expect(applyChanges(before, new Map())).toBe(before);
  });

  it('leave the failed ones and join the running ones, with their counts', () => {
    const runs = aBatch({ status: 'PROCESSING', version: 5, statusSince: '2026-11-22T19:57:58.000Z' });
    const after = applyChanges(before, keyed(runs));
    expect(after.failed.newest.map(({ batchId }) => batchId)).toEqual(['batch-2']);
    expect(after.failed.batches).toEqual(exactly(1));
    expect(after.failed.documents).toEqual(exactly(2));
    expect(after.running).toEqual({ batches: atLeast(101), newest: [runs] });
    expect(after.byTenant).toEqual([
      { tenantId: 'northwind', failed: exactly(1), running: atLeast(61), waiting: exactly(1) },
      { tenantId: 'quill', failed: null, running: atLeast(40), waiting: null },
    ]);
  });

  it('count no documents as left queued that another run has taken', () => {
    const left = (counts: Partial<Batch['counts']>, change: Partial<Batch> = {}) =>
      aBatch({ batchId: 'archive', counts: aCount(counts), ...change });
    const read = {
      ...before,
      leftQueued: { batches: exactly(1), documents: exactly(8_525), most: [left({ QUEUED: 8_525 })] },
    };
    const some = left({ QUEUED: 8_000, PROCESSING: 20 }, { version: 5 });
    expect(applyChanges(read, keyed(some)).leftQueued).toEqual({
      batches: exactly(1),
      documents: exactly(8_020),
      most: [some],
    });
    const runs = left({ QUEUED: 8_525 }, { status: 'PROCESSING', version: 6 });
    expect(applyChanges(read, keyed(runs)).leftQueued).toEqual({
      batches: exactly(0),
      documents: exactly(0),
      most: [],
    });
  });

  it('ignore an older version and another tenant', () => {
    const older = aBatch({ status: 'PROCESSING', version: 3 });
    const foreign = aBatch({
      tenantId: 'quill',
      batchId: 'batch-9',
      statusSince: '2026-11-22T19:57:59.000Z',
    });
    const after = applyChanges(before, keyed(older, foreign));
    expect(after.failed).toEqual(before.failed);
  });

  it('are not counted again if they failed before the reading', () => {
    const known = aBatch({ batchId: 'batch-3', statusSince: '2026-11-20T00:00:00.000Z' });
    expect(applyChanges(before, keyed(known)).failed.batches).toEqual(exactly(2));
  });
});

describe('the clock of the data', () => {
  it('is that of this page within a few seconds, or else ahead by the difference', () => {
    expect(measureClockSkew(new Date(now - 900).toISOString(), now)).toBe(0);
    expect(measureClockSkew(new Date(now + 3_600_000).toISOString(), now)).toBe(3_600_000);
    expect(measureClockSkew(undefined, now)).toBe(0);
    expect(measureClockSkew(new Date(now).toISOString(), 0)).toBe(0);
  });
});

function keyed(...changed: readonly Batch[]): ReadonlyMap<string, Batch> {
  return new Map(changed.map((batch) => [batchKey(batch), batch]));
}
