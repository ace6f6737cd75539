import { expect, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import type { PlanTarget } from '#shared/contract/plans.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { aConsole } from '#test/builders/a-console.ts';
import type { ListAsked } from './lists-of.ts';
import { rowsIn } from './rows-in.ts';

const lag = 5_000;
const apart = 250;

/** The status of an item by its key, as the table has it. */
export type Truth = () => Promise<ReadonlyMap<string, string | null>>;

interface Observed {
  /** Rows of changed items in any answer, and those of them that said so. */
  seen: number;
  marked: number;
  asked: number;
}

/** A whole console over a world whose indexes trail its tables by five seconds. Its time passes by the test alone. */
export async function aLaggingConsole() {
  const console = await aConsole({ clock: drivenClock(Date.now()) });
  const { world, ask, opened } = console;
  onTestFinished(() => opened.close());
  const observed: Observed = { seen: 0, marked: 0, asked: 0 };
  await world.sandbox.setTraffic(true);

  /** What the console itself does meanwhile takes turns, and a disk. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Right now: no row of any list may have another status than the table without saying so. */
  async function look(lists: readonly ListAsked[], truth: Truth, when: string): Promise<void> {
    const before = await truth();
    const answers = await Promise.all(
      lists.map(async (list) => [list, await ask(list[0], list[1] as never)] as const),
    );
    const after = await truth();
    for (const [list, answer] of answers) {
      observed.asked += 1;
      for (const { id, status, catchingUp } of rowsIn(answer)) {
        if (!before.has(id)) continue;
        observed.seen += 1;
        if (catchingUp) observed.marked += 1;
        const isTrue = status === before.get(id) || status === after.get(id);
        expect(
          isTrue || catchingUp,
          `${when}: ${id} is ${after.get(id)}, and ${status} in ${JSON.stringify(list)}`,
        ).toBe(true);
      }
    }
  }

  return {
    ...console,
    observed,
    settled,
    look,
    begin: () => world.sandbox.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: lag }]),
    /** As a page does it: planned, seen and started. */
    async start(target: PlanTarget): Promise<Job> {
      const { planId, hash } = await ask('plans.make', { target });
      return ask('plans.start', { planId, hash, reason: 'As the test wants it' });
    },
    /** At once, and every quarter of a second until the index has caught up. */
    async follow(what: string, lists: readonly ListAsked[], truth: Truth): Promise<void> {
      for (let at = 0; at <= lag + apart; at += apart) {
        await look(lists, truth, `${what}, after ${at} ms`);
        await world.sandbox.advance(apart);
        await settled();
      }
    },
  };
}

export type LaggingConsole = Awaited<ReturnType<typeof aLaggingConsole>>;
