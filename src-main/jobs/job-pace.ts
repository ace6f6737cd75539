import {
  countProvingSteps,
  describePace,
  findRoom,
  isSamePace,
  limitToFirst,
  planPaceSteps,
} from '#shared/domain/pace-rules.ts';
import {
  noCounts,
  nothingYet,
  type CallRecord,
  type ItemRecord,
  type JobEvent,
  type JobRecord,
} from './job-record.ts';

type Move = (
  record: JobRecord,
  id: string,
  from: readonly ItemRecord['state'][],
  change: Partial<ItemRecord>,
) => void;

type PaceEvent = JobEvent & { event: 'paced' | 'held' | 'released' };

export function applyPaceEvent(record: JobRecord, event: PaceEvent, move: Move): void {
  if (event.event === 'paced') return applyPace(record, event, move);
  record.held = event.event === 'held' ? event.why : null;
  if (event.event === 'released' && event.by !== null) record.goesUnread = true;
}

/** Restores the pace of a damaged journal, as far as it could be read. */
export function restorePace(record: JobRecord, event: JobEvent & { event: 'mended' }, move: Move): void {
  if (event.pace === undefined) return;
  applyPace(record, { pace: event.pace }, move);
  record.waitsForQuiet = event.waitsForQuiet ?? false;
}

/** Applies another pace to what has not gone yet. */
function applyPace(record: JobRecord, { pace }: Pick<JobRecord, 'pace'>, move: Move): void {
  const before = record.pace;
  const { beginWhen } = pace;
  const isSameAlarm = beginWhen?.alarm === before.beginWhen?.alarm;
  record.pace = pace;
  record.waitsForQuiet = beginWhen !== null && (record.waitsForQuiet || !isSameAlarm);
  record.held = null;
  record.goesUnread = false;
  const haveReturned = applyFirst(record, move);
  if (haveReturned || !isSamePace({ ...before, steps: pace.steps }, before)) planStepsAgain(record);
}

/** Leaves out the items after the first ones, and takes back those that were left out before. */
function applyFirst(record: JobRecord, move: Move): boolean {
  const most = limitToFirst(record.items.size, record.pace);
  let haveReturned = false;
  record.leftOut = 0;
  for (const [index, { id, state, note }] of [...record.items.values()].entries()) {
    const isLeftOut = isLeftOutByPace({ state, note });
    if (index >= most && (isLeftOut || state === 'waiting')) {
      if (!isLeftOut) move(record, id, ['waiting'], { state: 'skipped', note: leftOutNote });
      record.leftOut += 1;
    } else if (isLeftOut) {
      move(record, id, ['skipped'], { state: 'waiting', ...nothingYet });
      haveReturned = true;
    }
  }
  return haveReturned;
}

const leftOutNote = 'Not sent: the pace was changed to fewer items.';

function isLeftOutByPace({ state, note }: Pick<ItemRecord, 'state' | 'note'>): boolean {
  return state === 'skipped' && note === leftOutNote;
}

/**
 * Keeps the steps that have begun, and divides what waits into new ones. What the pace leaves out is a step of its own at
 * the end, because it proves nothing.
 */
function planStepsAgain(record: JobRecord): void {
  const { items } = record;
  const begun = record.steps.map(() => 0);
  for (const item of items.values()) {
    if (item.state !== 'waiting' && !isLeftOutByPace(item))
      begun[item.step - 1] = (begun[item.step - 1] ?? 0) + 1;
  }
  const kept = begun.flatMap((size, at) => (size > 0 ? [{ size, step: at + 1 }] : []));
  const places = new Map(kept.map(({ step }, at) => [step, at + 1]));
  const sizes = planPaceSteps(record.pace, record.counts.waiting);
  const going = [...kept.map(({ size }) => size), ...sizes];
  record.proving = countProvingSteps(going);
  record.steps = record.leftOut > 0 ? [...going, record.leftOut] : going;
  record.stepCounts = record.steps.map(noCounts);
  let [step, left] = [kept.length, 0];
  for (const item of items.values()) {
    if (item.state === 'waiting' && left === 0) {
      left = record.steps[step] ?? 0;
      step += 1;
    }
    if (item.state === 'waiting') left -= 1;
    const next = { ...item, step: findPlace(item) };
    items.set(item.id, next);
    const counts = record.stepCounts[next.step - 1];
    if (counts !== undefined) counts[next.state] += 1;
  }

  function findPlace(item: ItemRecord): number {
    if (item.state === 'waiting') return step;
    return isLeftOutByPace(item) ? record.steps.length : (places.get(item.step) ?? item.step);
  }
}

const mostMarks = 200;

/** Notes what the drawing of a job shows, after the event was applied. */
export function noteMoment(record: JobRecord, event: JobEvent): void {
  const mark = describeMark(event);
  if (mark === null) return;
  const { at } = event;
  record.marks.push({ at, ...mark });
  if (record.marks.length > mostMarks) record.marks.shift();
  if (mark.kind === 'held' || mark.kind === 'braked' || mark.kind === 'stopped') return;
  record.replanned.push({
    at,
    pace: record.pace,
    left: record.stepCounts.flatMap(({ waiting }) => (waiting > 0 ? [waiting] : [])),
  });
  // The first one is the plan itself.
  if (record.replanned.length > mostMarks) record.replanned.splice(1, 1);
}

type Mark = Omit<JobRecord['marks'][number], 'at'>;

function describeMark(event: JobEvent): Mark | null {
  switch (event.event) {
    case 'braked':
    case 'stopped':
      return { kind: event.event, says: event.why };
    case 'held':
      return { kind: 'held', says: event.why };
    case 'released':
      return {
        kind: 'released',
        says: event.by === null ? 'Its conditions can be read again.' : `By ${event.by}.`,
      };
    case 'resumed':
      return { kind: 'resumed', says: event.by === null ? 'After a short interruption.' : `By ${event.by}.` };
    case 'begun':
      return { kind: 'begun', says: event.by === null ? 'What it waited for has come.' : `By ${event.by}.` };
    case 'paced':
      return { kind: 'changed', says: `${event.by}: ${event.says}.` };
    case 'mended':
      return event.pace === undefined ? null : { kind: 'changed', says: `${describePace(event.pace)}.` };
    default:
      return null;
  }
}

interface Room {
  readonly most: number;
  /** The time at which there is room, or null if items have to end first. */
  readonly at: number | null;
}

/** Says how many items of a batch may go, by the limits of the whole job and of its tenant. */
export function measureRoom(
  record: JobRecord,
  batch: number,
  { now, behindSince }: { readonly now: number; readonly behindSince: number | null },
): Room {
  const { pace, counts } = record;
  const of =
    pace.perSecondOfTenant === null && pace.atOnceOfTenant === null ? null : findTenant(record, batch);
  const clock = { now, behindSince };
  const rates = [
    findRoom(pace.perSecond, { sends: listSends(record, null), ...clock }),
    findRoom(of === null ? null : pace.perSecondOfTenant, { sends: listSends(record, of), ...clock }),
  ];
  const underWay = counts.running + counts.sending;
  const free = Math.min(
    pace.atOnce === null ? Number.POSITIVE_INFINITY : pace.atOnce - underWay,
    of === null || pace.atOnceOfTenant === null
      ? Number.POSITIVE_INFINITY
      : pace.atOnceOfTenant - countUnderWay(record, of),
  );
  if (free <= 0) return { most: 0, at: null };
  const most = Math.min(free, ...rates.map((rate) => rate.most));
  return { most, at: Math.max(...rates.map(({ at }) => at)) };
}

/** Without many batches all items count as those of one tenant. */
export function findTenant({ plan }: Pick<JobRecord, 'plan'>, batch: number): string {
  return plan.many?.batches[batch - 1]?.tenantId ?? plan.tenantId ?? '';
}

function countUnderWay(record: JobRecord, tenant: string): number {
  let count = 0;
  for (const { state, batch } of record.items.values()) {
    if ((state === 'running' || state === 'sending') && findTenant(record, batch) === tenant) count += 1;
  }
  return count;
}

/** Lists what went, the newest first. Only as many calls are looked at as the rate needs. */
function* listSends(record: JobRecord, tenant: string | null): Generator<{ at: number; count: number }> {
  for (let place = record.calls.length - 1; place >= 0; place -= 1) {
    const call = record.calls[place];
    if (call === undefined || (tenant !== null && findTenantInCall(record, call) !== tenant)) continue;
    yield { at: Date.parse(call.triedAt ?? call.intendedAt), count: call.ids.length };
  }
}

function findTenantInCall(record: JobRecord, { ids }: CallRecord): string | null {
  const item = record.items.get(ids[0] ?? '');
  return item === undefined ? null : findTenant(record, item.batch);
}
