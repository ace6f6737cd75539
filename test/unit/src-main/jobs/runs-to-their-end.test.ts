import { describe, expect, test } from 'vitest';
import { runsToTheirEnd } from '#main/jobs/actions/runs-to-their-end.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { ok } from '#shared/contract/result.ts';

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
  test('is read until it says so itself, and everybody is told', async () => {
    const { follow, told } = aFollower(['RUNNING', 'RUNNING', 'SUCCEEDED']);
    await follow(target, [2]);
    expect(told).toEqual(['RUNNING', 'RUNNING', 'SUCCEEDED']);
  });

  test('is left alone where it has ended already', async () => {
    const { follow, reads } = aFollower(['SUCCEEDED']);
    await follow(target, []);
    expect(reads()).toBe(0);
  });

  test('is given up where it goes on for others', async () => {
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

  test('troubles nobody when the console ends meanwhile', async () => {
    const { follow, told } = aFollower([]);
    await follow(target, [2]);
    expect(told).toEqual([]);
  });
});
