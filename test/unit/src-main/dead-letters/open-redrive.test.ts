import { describe, expect, it } from 'vitest';
import { openClaims } from '#main/dead-letters/open-redrive.ts';
import { openLedgers } from '#main/dead-letters/open-ledgers.ts';
import type { RunningJob, Sent } from '#main/jobs/job-action.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aPlan } from '#test/builders/a-job.ts';

const log = { info() {}, warn() {}, error() {}, fatal() {} };

function aJob(planId: string, messageIds: string[], queue = 'dead'): RunningJob {
  const target = { kind: 'redrive-messages' as const, queue, messageIds };
  const plan = { ...aPlan({ items: [] }), planId, kind: target.kind, target };
  return { plan, by: 'admin', reason: undefined, isOver: () => false };
}

const taken: Sent = { kind: 'accepted', run: null, refused: new Map() };

describe('two jobs that hold the same messages', () => {
  it('do not work on a message at the same time: it waits for the second', async () => {
    const claimed = openClaims(openLedgers({ home: aHome(), now: Date.now, log, open: undefined }));
    const seen: Record<string, readonly string[]> = {};
    let go = (): void => undefined;
    const first = claimed(aJob('one', ['a', 'b']), ['a', 'b'], async (_job, ids) => {
      seen['one'] = ids;
      await new Promise<void>((resolve) => (go = resolve));
      return taken;
    });
    const other = await claimed(aJob('two', ['b', 'c']), ['b', 'c'], (_job, ids) => {
      seen['two'] = ids;
      return Promise.resolve(taken);
    });
    expect(other).toMatchObject({ kind: 'accepted', left: new Set(['b']) });
    expect(
      await claimed(aJob('two', ['b']), ['b'], () => Promise.reject(new Error('b is taken'))),
    ).toMatchObject({
      kind: 'not-sent',
    });
    expect(await claimed(aJob('three', ['b'], 'other'), ['b'], () => Promise.resolve(taken))).toEqual({
      ...taken,
      left: new Set(),
    });
    go();
    await first;
    await claimed(aJob('two', ['b', 'c']), ['b'], (_job, ids) => {
      seen['later'] = ids;
      return Promise.resolve(taken);
    });
    expect(seen).toEqual({ one: ['a', 'b'], two: ['c'], later: ['b'] });
  });
});
