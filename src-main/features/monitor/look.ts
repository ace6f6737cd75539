import type { Failure, Result } from '#shared/contract/result.ts';
import { placeOfAlarm, placeOfQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import { queuesOf } from '#shared/domain/monitor/watched-names.ts';
import type { AlarmsListed } from '../../aws/alarms.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Looked } from './poller.ts';
import { readDepths } from './read-depths.ts';
import type { AlarmSeen, Happening } from './what-happened.ts';
import type { WatchedWorld } from './watched-world.ts';

interface LookParts {
  readonly doors: Pick<ConnectionDoors, 'alarms'>;
  readonly now: () => number;
  readonly isCurrent: () => boolean;
  /** The charts that somebody has open, by AWS's clock; how many calls that took. */
  readonly charts: (asOf: number) => Promise<number>;
}

/** One look: alarms first, since their answer tells AWS's time, then all figures at once. */
export async function look(
  world: WatchedWorld,
  { doors, now, isCurrent, charts }: LookParts,
): Promise<{ readonly became: Looked; readonly happened: readonly Happening[] }> {
  const named = world.names === null ? await learnNames(world, doors) : null;
  if (!isCurrent()) return nothing('done');
  if (named !== null) {
    world.failure = named;
    return nothing(isForNow(named) ? 'offline' : 'off');
  }
  const listed = await doors.alarms.list();
  if (!isCurrent()) return nothing('done');
  world.calls += listed.ok ? listed.value.calls : 1;
  if (!listed.ok && listed.failure.code === 'aws-unreachable') {
    world.failure = listed.failure;
    return nothing('offline');
  }
  const at = now();
  // A list that failed tells no time: what was known of AWS's clock stands.
  world.aheadMs = listed.ok ? listed.value.asOf - at : (world.aheadMs ?? 0);
  const asOf = at + world.aheadMs;
  const [depths, chartCalls] = await Promise.all([readDepths(world, doors.alarms, asOf), charts(asOf)]);
  if (!isCurrent()) return nothing('done');
  world.calls += depths.calls + chartCalls;
  if (listed.ok) keepAlarms(world, listed.value);
  world.asOf = depths.failure === null ? asOf : world.asOf;
  world.failure = listed.ok ? depths.failure : listed.failure;
  if (world.failure === null) world.readAt = now();
  const happened = world.happened.since({
    asOf,
    alarms: listed.ok ? (world.alarms ?? undefined) : undefined,
    spells: depths.spells,
    queues: world.queues,
  });
  return { became: becameOf(listed, depths.failure), happened };
}

function nothing(became: Looked): { readonly became: Looked; readonly happened: readonly [] } {
  return { became, happened: [] };
}

function becameOf(listed: Result<unknown>, depths: Failure | null): Looked {
  const failures = [listed.ok ? null : listed.failure, depths].map((failure) => failure?.code);
  if (failures.includes('aws-unreachable')) return 'offline';
  // Who may neither list alarms nor read figures may not do so in a minute either.
  return failures.every((code) => code === 'read-denied') ? 'off' : 'done';
}

/** A sandbox that did not open may open the next time; a connection that has none of this has none then, too. */
function isForNow(failure: Failure): boolean {
  return failure.code === 'aws-unreachable' && failure.service === 'sandbox';
}

async function learnNames(world: WatchedWorld, { alarms }: LookParts['doors']): Promise<Failure | null> {
  const watched = await alarms.watched();
  if (!watched.ok) return watched.failure;
  const names = watched.value;
  world.names = names;
  world.queues = queuesOf(names)
    .filter(({ isDeadLetters }) => isDeadLetters)
    .map(({ name }) => ({ name, place: placeOfQueue(name, names) }));
  return null;
}

function keepAlarms(world: WatchedWorld, { alarms, isAll, calls }: AlarmsListed): void {
  const { names } = world;
  if (names === null) return;
  world.alarms = alarms.map((alarm): AlarmSeen => ({ ...alarm, place: placeOfAlarm(alarm, names) }));
  world.isAll = isAll;
  world.alarmCalls = calls;
}
