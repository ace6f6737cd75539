import type { todayOperations } from '#shared/contract/today/operations.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { countBatches } from './count-batches.ts';
import { countThroughput } from './count-throughput.ts';
import { countWaiting } from './count-waiting.ts';
import { groupFailures } from './group-failures.ts';
import { handedOn } from './handed-on.ts';
import { leavingRoom } from './leaving-room.ts';
import type { TodayParts } from './today-parts.ts';

export type { TodayParts } from './today-parts.ts';

/** What needs somebody now: each part by itself, so that one that fails or is slow holds up no other. */
export function todayHandlers(parts: TodayParts): Pick<Handlers, keyof typeof todayOperations> {
  const lists = handedOn(parts.now);
  const after = { ...parts, doors: leavingRoom(parts.doors) };
  return {
    'today.batches': countBatches({ ...parts, readList: lists.first }),
    'today.groups': groupFailures({ ...after, readList: lists.after() }),
    'today.review': countWaiting({ ...after, readList: lists.after() }),
    'today.throughput': countThroughput(after),
  };
}
