import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import { applyChanges, clockSkew } from '#renderer/features/today/use-today.ts';
import { aBatch, atLeast, batches, exactly, now } from './what-is-seen.ts';

const before = batches({
  failed: {
    batches: exactly(2),
    documents: exactly(4),
    lastHour: exactly(0),
    newest: [aBatch(), aBatch({ batchId: 'batch-2' })],
  },
  running: { batches: atLeast(100), newest: [] },
  byTenant: [
    { tenantId: 'northwind', failed: exactly(2), running: atLeast(60), waiting: exactly(1) },
    { tenantId: 'quill', failed: null, running: atLeast(40), waiting: null },
  ],
});

describe('batches after what actions have made of them', () => {
  it('are as they were read where nothing has changed', () => {
    expect(applyChanges(before, new Map())).toBe(before);
  });

  it('leave the failed ones and come to those in work, with their counts', () => {
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

  it('give way to no older version, and to no other tenant', () => {
    const older = aBatch({ status: 'PROCESSING', version: 3 });
    const foreign = aBatch({
      tenantId: 'quill',
      batchId: 'batch-9',
      statusSince: '2026-11-22T19:57:59.000Z',
    });
    const after = applyChanges(before, keyed(older, foreign));
    expect(after.failed).toEqual(before.failed);
  });

  it('does not count again what failed before it was read', () => {
    const known = aBatch({ batchId: 'batch-3', statusSince: '2026-11-20T00:00:00.000Z' });
    expect(applyChanges(before, keyed(known)).failed.batches).toEqual(exactly(2));
  });
});

describe('the clock of what was read', () => {
  it('is this page’s own within a few seconds, and else so far ahead', () => {
    expect(clockSkew(new Date(now - 900).toISOString(), now)).toBe(0);
    expect(clockSkew(new Date(now + 3_600_000).toISOString(), now)).toBe(3_600_000);
    expect(clockSkew(undefined, now)).toBe(0);
    expect(clockSkew(new Date(now).toISOString(), 0)).toBe(0);
  });
});

function keyed(...changed: readonly Batch[]): ReadonlyMap<string, Batch> {
  return new Map(changed.map((batch) => [batchKey(batch), batch]));
}
