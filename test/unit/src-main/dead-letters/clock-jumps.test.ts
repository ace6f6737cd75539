import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryOutcome, Queues, ReceivedMessage } from '#main/aws/queues.ts';
import { giveBackLeft, heldMessages, workSeconds, type HeldIn } from '#main/dead-letters/held-messages.ts';
import { countPassedTime } from '#main/dead-letters/hold-clock.ts';
import { findAgain, heldLong } from '#main/dead-letters/hold-on.ts';
import type { LedgerHold } from '#main/dead-letters/ledger-standings.ts';
import { hideHeld } from '#main/features/dead-letters/hold-and-release.ts';
import { ok } from '#shared/contract/result.ts';

/** A step that happens to a console while it holds messages. Times are in milliseconds. */
type Step =
  | { readonly does: 'work' | 'prolong' | 'hold' | 'release' | 'leave' | 'restart' }
  | { readonly does: 'pass' | 'sleep' | 'set-clock' | 'set-in-next-call'; readonly ms: number };

const hour = 3_600_000;
const calls = fc.constantFrom<Step>(
  { does: 'work' },
  { does: 'prolong' },
  { does: 'hold' },
  { does: 'release' },
  { does: 'leave' },
);
const passing = fc
  .oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 900_000 }))
  .map((ms): Step => ({ does: 'pass', ms }));
const sleeping = fc.integer({ min: 0, max: 2 * hour }).map((ms): Step => ({ does: 'sleep', ms }));
const setting = fc
  .oneof(fc.integer({ min: -600_000, max: 600_000 }), fc.integer({ min: -24 * hour, max: hour }))
  .chain((ms) => fc.constantFrom<Step>({ does: 'set-clock', ms }, { does: 'set-in-next-call', ms }));

describe('the handle of a message', () => {
  it('is not used after its time, however the clock is set and however long the machine sleeps', async () => {
    const steps = fc.array(fc.oneof(calls, passing, sleeping, setting), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 4_000 }), async (script, callMs) => {
        const world = aWorld(callMs);
        for (const step of script) await world.take(step);
        expect(world.late).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not used after its time by a console that is started again either', async () => {
    const restart = fc.constant<Step>({ does: 'restart' });
    const steps = fc.array(fc.oneof(calls, passing, sleeping, restart), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 4_000 }), async (script, callMs) => {
        const world = aWorld(callMs);
        for (const step of script) await world.take(step);
        expect(world.late).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is not taken from an earlier run when the clock stands before the time it was noted', async () => {
    const world = aWorld(100);
    await world.take({ does: 'work' });
    await world.take({ does: 'restart' });
    await world.take({ does: 'pass', ms: 600_000 });
    await world.take({ does: 'set-clock', ms: -700_000 });
    await world.take({ does: 'work' });
    expect(world.late).toEqual([]);
  });
});

/** A queue that keeps the true time and notes each handle that arrives after the time of its hold. */
function aWorld(callMs: number) {
  const ids = ['a', 'b', 'c'];
  const hidden = new Map(ids.map((id) => [id, 0]));
  const until = new Map<string, number>();
  const late: string[] = [];
  const holds = new Map<string, LedgerHold>();
  let [trueTime, offset, slept, receives] = [1_000_000, 0, 0, 0];
  const now = (): number => trueTime + offset;
  const elapsed = (): number => trueTime - slept;
  let setInNextCall = 0;
  const passCall = (): Promise<void> => {
    offset += setInNextCall;
    setInNextCall = 0;
    return pass(callMs);
  };
  const pass = (ms: number): Promise<void> => {
    trueTime += ms;
    return Promise.resolve();
  };

  const queues = {
    async receive(_queue: string, { visibilitySeconds }: { visibilitySeconds: number }) {
      const begun = trueTime;
      const messages = ids.flatMap((messageId): ReceivedMessage[] => {
        if ((hidden.get(messageId) ?? 0) > begun) return [];
        const receiptHandle = `${messageId} ${String((receives += 1))}`;
        hidden.set(messageId, begun + visibilitySeconds * 1_000);
        until.set(receiptHandle, begun + visibilitySeconds * 1_000);
        return [{ messageId, receiptHandle, body: '{}', attributes: {}, system: {} }];
      });
      await passCall();
      return ok(messages);
    },
    async hide(_queue: string, handles: readonly string[], seconds: number) {
      await passCall();
      return handles.map((handle): EntryOutcome => {
        if ((until.get(handle) ?? 0) < trueTime) late.push(`${handle} at ${String(trueTime)}`);
        until.set(handle, trueTime + seconds * 1_000);
        hidden.set(handle.split(' ')[0] ?? '', trueTime + seconds * 1_000);
        return { kind: 'done', messageId: null };
      });
    },
  } as Partial<Queues> as Queues;

  const passed = countPassedTime({ now, elapsed });
  const clock = { now, passed };
  let held = heldMessages(clock);
  const where = (): HeldIn => ({
    ...clock,
    queues,
    held,
    connectionId: 'local',
    queue: 'dead',
    sleep: pass,
    isOver: () => false,
  });
  const note = (messages: readonly { message: ReceivedMessage; hiddenUntil: number }[]): Promise<void> => {
    for (const { message, hiddenUntil } of messages) {
      const hold = { handle: message.receiptHandle, until: hiddenUntil, notedAt: now(), place: null };
      holds.set(message.messageId, hold);
    }
    return Promise.resolve();
  };

  async function take(step: Step): Promise<void> {
    // As the console does each second.
    passed();
    const all = held.of('local', 'dead');
    if (step.does === 'pass') await pass(step.ms);
    else if (step.does === 'set-clock') offset += step.ms;
    else if (step.does === 'set-in-next-call') setInNextCall = step.ms;
    else if (step.does === 'sleep') {
      trueTime += step.ms;
      slept += step.ms;
    } else if (step.does === 'restart') held = heldMessages(clock);
    else if (step.does === 'prolong')
      await heldLong(
        where(),
        all.map(({ message }) => message),
      );
    else if (step.does === 'hold') {
      const end = now() + workSeconds * 1_000;
      const outcomes = await hideHeld(clock, { queues, queue: 'dead' }, all, workSeconds);
      const longer = all.filter((_, at) => outcomes[at]?.kind === 'done');
      held.extend(
        'local',
        'dead',
        longer.map(({ message }) => message.messageId),
        end,
      );
    } else if (step.does === 'release') {
      held.drop('local', 'dead', ids);
      await hideHeld(clock, { queues, queue: 'dead' }, all, 0);
    } else if (step.does === 'leave') {
      held.leave('local', 'dead');
      const parts = { ...clock, held, queuesOf: () => queues, worksOn: () => new Set<string>(), sleep: pass };
      await giveBackLeft(parts, 'local');
    } else await findAgain(where(), ids, { holds, alsoWanted: new Set(), note });
  }

  return { take, late };
}
