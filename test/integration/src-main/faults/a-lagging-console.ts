import { expect, onTestFinished } from 'vitest';
import { drivenClock } from '#local/world/clock.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { aConsole } from '#test/builders/a-console.ts';
import type { ListAsked } from './lists-of.ts';
import { rowsIn } from './rows-in.ts';

const lag = 5_000;
const apart = 250;

/** Returns the status of each item by its key, as the table has it. */
export type Truth = () => Promise<ReadonlyMap<string, string | null>>;

interface Observed {
  /** Counts the rows of changed items in all answers, and those of them that were marked as catching up. */
  seen: number;
  marked: number;
  asked: number;
}

/**
 * Runs a whole console over a world whose indexes trail its tables by five seconds. Only the test moves its
 * clock.
 */
export async function aLaggingConsole() {
  const console = await aConsole({ clock: drivenClock(Date.now()) });
  const { world, ask, opened } = console;
  onTestFinished(() => opened.close());
  const observed: Observed = { seen: 0, marked: 0, asked: 0 };
  await world.sandbox.setTraffic(true);

  /** The console's own work needs a few turns of the event loop and the disk. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Checks that no row of any list differs from the table's status without being marked. */
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
    /** Plans and starts a job as a page does. */
    async start(target: PlanTarget): Promise<Job> {
      const { planId, hash } = await ask('plans.make', { target });
      return ask('plans.start', { planId, hash, reason: 'As the test wants it' });
    },
    /** Checks at once, and then every quarter of a second until the index has caught up. */
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
