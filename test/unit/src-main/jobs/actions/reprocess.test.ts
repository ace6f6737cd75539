import { describe, expect, it, test } from 'vitest';
import { notTaken } from '#main/jobs/actions/read-downloads.ts';
import { runsToTheirEnd, sentAs } from '#main/jobs/actions/reprocess.ts';
import { ok } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';

it('a call that can never be sent is refused, and one that could not be sent now waits', () => {
  const unfit = { kind: 'not-sent', why: '"batchId" is not an id', unfit: 'batchId' } as const;
  expect(sentAs(unfit)).toEqual({ kind: 'refused', why: unfit.why });
  expect(notTaken(unfit)).toEqual({ kind: 'refused', why: unfit.why });
  const away = { kind: 'not-sent', why: 'Nothing listens there' } as const;
  expect(sentAs(away)).toEqual(away);
  expect(notTaken(away)).toEqual(away);
});

const target = { batchId: 'batch-1' };

function aFollower(standings: readonly string[]) {
  const told: string[] = [];
  let reads = 0;
  const follow = runsToTheirEnd<typeof target>({
    sleep: () => Promise.resolve(),
    read() {
      const standing = standings[Math.min(reads++, standings.length - 1)];
      if (standing === undefined) throw new Error('The connection is no longer open.');
      return Promise.resolve(
        ok([{ batchId: 'batch-1', runs: { 1: 'FAILED', 2: standing } } as unknown as Batch]),
      );
    },
    tell: (_, batches) => told.push(...batches.map(({ runs }) => String(runs['2']))),
  });
  return { follow, told, reads: () => reads };
}

describe('a run whose documents have all ended', () => {
  test('is read until it says so itself, and lists are updated', async () => {
    const { follow, told } = aFollower(['RUNNING', 'RUNNING', 'SUCCEEDED']);
    await follow(target, [2]);
    expect(told).toEqual(['RUNNING', 'RUNNING', 'SUCCEEDED']);
  });

  test('is left alone if it has ended already', async () => {
    const { follow, reads } = aFollower(['SUCCEEDED']);
    await follow(target, []);
    expect(reads()).toBe(0);
  });

  test('is given up if it continues for other documents', async () => {
    const { follow, reads } = aFollower(['RUNNING']);
    await follow(target, [2]);
    expect(reads()).toBe(6);
  });

  test('is followed once by two looks, and again later', async () => {
    const { follow, reads } = aFollower(['SUCCEEDED']);
    await Promise.all([follow(target, [2]), follow(target, [2])]);
    expect(reads()).toBe(1);
    await follow(target, [2]);
    expect(reads()).toBe(2);
  });

  test('reports no error when the console ends meanwhile', async () => {
    const { follow, told } = aFollower([]);
    await follow(target, [2]);
    expect(told).toEqual([]);
  });
});
