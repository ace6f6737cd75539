import type { Failure } from '#shared/contract/result.ts';
import type { QueueAlarms } from '../../aws/alarms.ts';
import { depthNow, depthsAsked, depthsIn } from './dead-letter-depths.ts';
import type { QueueSpells } from './queue-spells.ts';
import { spellsOf, type WatchedWorld } from './watched-world.ts';

interface DepthsRead {
  /** Undefined where they could not be read. */
  readonly spells: ReadonlyMap<string, QueueSpells> | undefined;
  readonly failure: Failure | null;
  readonly calls: number;
}

/** How full each dead-letter queue has been since the last look. */
export async function readDepths(
  world: WatchedWorld,
  alarms: Pick<QueueAlarms, 'metrics'>,
  asOf: number,
): Promise<DepthsRead> {
  const { queues } = world;
  const names = queues.map(({ name }) => name);
  const read = await alarms.metrics(depthsAsked(names, { asOf, last: world.asOf }));
  if (!read.ok) return { spells: undefined, failure: read.failure, calls: 1 };
  for (const queue of names) spellsOf(world, queue).add(depthsIn(read.value, queue));
  world.deadLetters = queues.map((queue) =>
    depthNow(read.value, { queue, newest: spellsOf(world, queue.name).newest(), asOf }),
  );
  return { spells: world.spells, failure: null, calls: read.value.calls };
}
