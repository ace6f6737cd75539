import type { Plan, PlanItem } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import { byOrder, groupPlaceOf, type GroupPlace } from '../../dead-letters/group-order.ts';

interface PlannedItem {
  readonly item: PlanItem;
  /** Null: it is not held any more. */
  readonly message: ReceivedMessage | null;
}

/**
 * To a FIFO queue each group goes in its order, whatever order was chosen, so that no step sends what comes later before
 * what comes first; behind one that waits for a reason the rest of its group waits, too.
 */
export function inGroupOrder(planned: readonly PlannedItem[]): PlanItem[] {
  const waiting = new Set<string>();
  return planned.toSorted(byPlace).map(({ item, message }) => {
    const place = message === null ? null : groupPlaceOf(message);
    if (place === null || item.verdict === 'skip') return item;
    if (item.needsReason) waiting.add(place.group);
    if (item.needsReason || !waiting.has(place.group)) return item;
    return { ...item, verdict: 'blocked', needsReason: true, why: behind };
  });
}

/** Whether the rest of their groups, as far as it is held, would be overtaken. */
export function overtakingChecks(
  chosen: readonly ReceivedMessage[],
  held: readonly ReceivedMessage[],
): Plan['checks'] {
  const isChosen = new Set(chosen.map(({ messageId }) => messageId));
  const last = new Map<string, string>();
  for (const { group, order } of chosen.flatMap(placeIn)) {
    const before = last.get(group);
    if (before === undefined || byOrder(before, order) < 0) last.set(group, order);
  }
  const overtaken = held.filter((one) => {
    const [place] = placeIn(one);
    const end = place === undefined ? undefined : last.get(place.group);
    return (
      !isChosen.has(one.messageId) &&
      place !== undefined &&
      end !== undefined &&
      byOrder(place.order, end) < 0
    );
  }).length;
  if (overtaken === 0) return [];
  const many = overtaken === 1 ? '1 that is held comes' : `${grouped(overtaken)} that are held come`;
  return [
    {
      says: `${many} before some of these in the same message group, and would be overtaken: choose the whole group to keep its order`,
      state: 'warning',
    },
  ];
}

const behind =
  'One before it in its message group goes only with a reason, and may not be overtaken. It goes with a reason.';

function byPlace({ message: one }: PlannedItem, { message: other }: PlannedItem): number {
  const [mine, theirs] = [one && groupPlaceOf(one), other && groupPlaceOf(other)];
  if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null);
  return byOrder(mine.order, theirs.order);
}

function placeIn(message: ReceivedMessage): GroupPlace[] {
  const place = groupPlaceOf(message);
  return place === null ? [] : [place];
}
