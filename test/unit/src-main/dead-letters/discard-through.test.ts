import { describe, expect, it } from 'vitest';
import type { Queues } from '#main/aws/queues.ts';
import { deleteKept, discardThrough } from '#main/dead-letters/discard-through.ts';
import { aMessage, aRedrive, done, unclear, type RedriveUnderTest } from './a-fake-queue.ts';

describe('a discard on a machine that sleeps until its holds are over', () => {
  it('leaves in the queue what it has saved and not deleted yet', async () => {
    const under = await aRedrive({ messages: [aMessage('a'), aMessage('b')] });
    const work = sleepsOnce(under, 'after saving');
    expect(await discardThrough(work, ['a', 'b'])).toMatchObject({ skipped: new Map(), left: new Set() });
    expect(listStates(under)).toEqual(['kept', 'kept']);
    expect(listDeletions(under)).toEqual([]);
  });

  it('does not repeat a deletion that got no answer', async () => {
    const under = await aRedrive({
      messages: [aMessage('a')],
      deletes: (call) => (call === 0 ? unclear : done),
    });
    await discardThrough(sleepsOnce(under, 'in a deletion'), ['a']);
    expect(listStates(under)).toEqual(['kept']);
    expect(listDeletions(under)).toEqual(['delete handle-a']);
  });

  it('does not call a message discarded whose deletion may have arrived too late', async () => {
    const under = await aRedrive({ messages: [aMessage('a')] });
    await discardThrough(sleepsOnce(under, 'in a deletion'), ['a']);
    expect(listStates(under)).toEqual(['kept']);
  });

  it('deletes a message by its new handle once it was received again', async () => {
    const again = aMessage('a', { receiptHandle: 'handle-a-again' });
    const under = await aRedrive({ messages: [aMessage('a')], receives: [[again]] });
    const work = sleepsOnce(under, 'after saving');
    await discardThrough(work, ['a']);
    expect((await deleteKept(work, ['a'])).whyNot).toEqual(new Map());
    expect(listStates(under)).toEqual(['discarded']);
    expect(listDeletions(under)).toEqual(['delete handle-a-again']);
  });

  it('does not delete by its old handle a saved message while it looks for another', async () => {
    const under = await aRedrive({ messages: [aMessage('a')] });
    const work = sleepsOnce(under, 'in a receive');
    const messages = ['a', 'b'].map((id) => ({ id, handle: `handle-${id}` }));
    await work.ledger.append({ event: 'kept', messages });
    // The next look receives the first one again, so it is not given up.
    expect([...(await deleteKept(work, ['a', 'b'])).whyNot.keys()]).toEqual(['b']);
    expect(listStates(under)).toEqual(['kept', 'kept']);
    expect(listDeletions(under)).toEqual([]);
  });
});

describe('a discard of messages behind 20,000 others', () => {
  const others = Array.from({ length: 2_000 }, (_, call) =>
    Array.from({ length: 10 }, (__, at) => aMessage(`other-${call * 10 + at}`)),
  );
  const notReached =
    '20,000 other messages of the queue came first, so the ones of this job were not reached.';

  it('stands still after one search', async () => {
    const under = await aRedrive({ receives: others });
    const { skipped, left, standstill } = await discardThrough(
      { ...under.work, file: { keep: () => Promise.resolve(), close: () => Promise.resolve() } },
      ['a'],
    );
    expect([skipped.size, [...left], standstill]).toEqual([0, ['a'], { why: notReached, isPassing: false }]);
    expect(listDeletions(under)).toEqual([]);
  });

  it('says of one that is saved that it may still be in the queue', async () => {
    const under = await aRedrive({ receives: others });
    await under.work.ledger.append({ event: 'kept', messages: [{ id: 'a', handle: 'handle-a' }] });
    expect((await deleteKept(under.work, ['a'])).whyNot).toEqual(new Map([['a', notReached]]));
    expect(listStates(under)).toEqual(['kept']);
  });
});

/** The machine falls asleep once, and wakes when the holds of all messages are over. */
function sleepsOnce({ work }: RedriveUnderTest, when: 'after saving' | 'in a deletion' | 'in a receive') {
  let now = 0;
  const wakeAfter = (what: typeof when): void => {
    if (what === when) now = 900_001;
  };
  const queues: Queues = {
    ...work.queues,
    async receive(...asked) {
      const received = await work.queues.receive(...asked);
      wakeAfter('in a receive');
      return received;
    },
    async delete(...asked) {
      const outcomes = await work.queues.delete(...asked);
      wakeAfter('in a deletion');
      return outcomes;
    },
  };
  const file = {
    keep: () => Promise.resolve(wakeAfter('after saving')),
    close: () => Promise.resolve(),
  };
  return { ...work, queues, file, now: () => now };
}

function listStates({ work: { ledger } }: RedriveUnderTest): readonly string[] {
  return [...ledger.standings.values()].map(({ state }) => state);
}

function listDeletions({ calls }: RedriveUnderTest): readonly string[] {
  return calls.filter((call) => call.startsWith('delete'));
}
