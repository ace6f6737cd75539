import { describe, expect, it } from 'vitest';
import { anchorChain, type Anchored, type SignedHead } from '#main/audit/anchor-chain.ts';
import type { AuditHead } from '#main/audit/audit-log.ts';

const head = (sequence: number, more: Partial<AuditHead> = {}): AuditHead => ({
  chain: 'chain-1',
  sequence,
  hash: String(sequence % 10).repeat(64),
  connection: 'local',
  person: 'admin',
  ...more,
});

/** Anchors on a clock that the test moves, to an API that answers when the test says. */
function anAnchoring() {
  let now = Date.UTC(2026, 10, 20);
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  const sent: SignedHead[] = [];
  const told: number[] = [];
  const answers: ((answer: Anchored | Error) => void)[] = [];
  const anchoring = anchorChain({
    send(one) {
      sent.push(one);
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    },
    told: ({ sequence }) => told.push(sequence),
    now: () => now,
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    anchoring,
    sent: () => sent.map(({ sequence }) => sequence),
    lastSent: () => sent.at(-1),
    told,
    pass: async (seconds: number): Promise<void> => {
      now += seconds * 1_000;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((one) => one !== timer);
        timer.work();
      }
      await settled();
    },
    answer: async (how: string | Error): Promise<void> => {
      const anchoredAt = new Date(now).toISOString();
      const [next] = answers.splice(0, 1);
      if (how instanceof Error) next?.(how);
      else next?.(how === 'anchored' ? { kind: 'anchored', anchoredAt } : { kind: 'not-anchored', why: how });
      await settled();
    },
  };
}

describe('anchoring the chain', () => {
  it('sends the last head for all entries, one at a time and at most twice a minute', async () => {
    const { anchoring, sent, told, pass, answer } = anAnchoring();
    expect(anchoring.standing()).toBeNull();
    anchoring.written(head(1));
    anchoring.written(head(3));
    expect(sent()).toEqual([]);
    await pass(10);
    expect(sent()).toEqual([3]);
    anchoring.written(head(5));
    await pass(300);
    expect(sent()).toEqual([3]);
    await answer('anchored');
    expect(anchoring.standing()).toMatchObject({
      anchored: { sequence: 3 },
      notSince: '2026-11-20T00:00:10.000Z',
    });
    await pass(29);
    expect(sent()).toEqual([3]);
    await pass(1);
    expect(sent()).toEqual([3, 5]);
    await answer('anchored');
    expect(anchoring.standing()).toMatchObject({ anchored: { sequence: 5 }, notSince: null, why: null });
    await pass(3_600);
    expect([sent(), told]).toEqual([
      [3, 5],
      [3, 5],
    ]);
  });

  it('says since when it is not anchored and why, and tries again later', async () => {
    const { anchoring, sent, pass, answer } = anAnchoring();
    anchoring.written(head(1));
    await pass(10);
    await answer('The API is not there.');
    anchoring.written(head(3));
    expect(anchoring.standing()).toEqual({
      chain: 'chain-1',
      anchored: null,
      notSince: '2026-11-20T00:00:00.000Z',
      why: 'The API is not there.',
    });
    await pass(119);
    expect(sent()).toEqual([1]);
    await pass(1);
    expect(sent()).toEqual([1, 3]);
    await answer(new Error('a bug'));
    expect(anchoring.standing()).toMatchObject({ why: 'a bug', notSince: '2026-11-20T00:00:00.000Z' });
    await pass(120);
    await answer('anchored');
    expect(anchoring.standing()).toMatchObject({ why: null, notSince: null });
  });

  it('sends nothing without a signed-in person', async () => {
    const { anchoring, sent, pass } = anAnchoring();
    anchoring.written(head(1, { person: null }));
    await pass(10);
    expect([sent(), anchoring.standing()?.why]).toEqual([[], 'Not signed in.']);
  });

  it('anchors the entries of one connection there, before it continues with another', async () => {
    const { anchoring, sent, lastSent, pass, answer } = anAnchoring();
    anchoring.written(head(1, { connection: 'production' }));
    anchoring.written(head(3, { connection: 'sandbox' }));
    expect([sent(), lastSent()?.connection]).toEqual([[1], 'production']);
    await answer('anchored');
    await pass(30);
    expect([sent(), lastSent()?.connection]).toEqual([[1, 3], 'sandbox']);
  });

  it('sends the last head as it closes, and waits for that only a moment', async () => {
    const quick = anAnchoring();
    quick.anchoring.written(head(1));
    const closed = quick.anchoring.close();
    await quick.pass(0);
    await quick.answer('anchored');
    await closed;
    expect([quick.sent(), quick.told]).toEqual([[1], [1]]);

    const slow = anAnchoring();
    slow.anchoring.written(head(1));
    const closing = slow.anchoring.close();
    await slow.pass(0);
    await slow.pass(2);
    await closing;
    expect([slow.sent(), slow.told]).toEqual([[1], []]);
  });

  it('does not wait for an API that has just failed', async () => {
    const failed = anAnchoring();
    failed.anchoring.written(head(1));
    await failed.pass(10);
    await failed.answer('no');
    await failed.anchoring.close();
    expect(failed.sent()).toEqual([1]);
  });
});
