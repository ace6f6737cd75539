import { describe, expect, it } from 'vitest';
import { nextState, type Progress } from '#pipelines/extraction/keep-progress.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';

const minute = 60_000;
const start = Date.parse('2026-11-22T14:00:00.000Z');

describe('how far the table was followed', () => {
  it('is the last record as long as everything is kept', () => {
    const state = follow(undefined, { first: 1, last: 2 });
    expect(state).toMatchObject({ keptSince: at(1), upTo: at(2), version: 1 });
    expect(follow(state, { first: 3, last: 9 })).toMatchObject({ keptSince: at(1), upTo: at(9), version: 2 });
    // A slower shard does not lower it.
    expect(follow(state, { first: 0, last: 1 })).toBeUndefined();
  });

  it('stays at what a shard cannot keep while the other shards go on', () => {
    const state = follow(follow(undefined, { first: 1, last: 5 }), { failed: ['x', 6] });
    expect(state).toMatchObject({ upTo: at(6), behind: { x: at(6) } });
    expect(follow(state, { first: 7, last: 20, kept: ['y'] })).toBeUndefined();
    // A try that fails at something older lowers it.
    expect(follow(state, { failed: ['y', 4] })).toMatchObject({ upTo: at(4) });
  });

  it('goes on from the records of the shard that was held up', () => {
    let state = follow(undefined, { first: 1, last: 5 });
    state = follow(state, { failed: ['x', 6] });
    state = follow(state, { first: 6, last: 6, kept: ['x'], failed: ['y', 7] });
    expect(state).toMatchObject({ upTo: at(7), behind: { y: at(7) } });
    state = follow(state, { first: 7, last: 8, kept: ['y'] });
    expect(state).toMatchObject({ upTo: at(8) });
    expect(state).not.toHaveProperty('behind');
  });

  it('keeps when all batches were counted', () => {
    const state = { keptSince: at(0), upTo: at(5), wholeSince: at(2), version: 4, createdAt: at(0) };
    expect(follow(state, { failed: ['x', 6] })).toMatchObject({ wholeSince: at(2), keptSince: at(0) });
  });
});

function at(minutes: number): string {
  return new Date(start + minutes * minute).toISOString();
}

function follow(
  before: PlainItem | undefined,
  {
    first = 0,
    last,
    kept = [],
    failed,
  }: {
    readonly first?: number;
    readonly last?: number;
    readonly kept?: readonly string[];
    readonly failed?: readonly [string, number];
  },
): PlainItem | undefined {
  const progress: Progress = {
    first: start + first * minute,
    last: last === undefined ? 0 : start + last * minute,
    kept,
    failed: failed && { subject: failed[0], at: start + failed[1] * minute },
  };
  return nextState(before, progress, start + 60 * minute);
}
