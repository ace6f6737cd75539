import type { Pace, StopCondition } from '../contract/pace.ts';
import { counted, grouped } from './formatting.ts';
import { documentsAtOnce, planRamp, provingSteps } from './pipeline-limits.ts';

/** One item, then ten, then the rest, as fast as the pipeline confirms what was sent. */
export const usualPace: Pace = {
  first: null,
  steps: 'usual',
  perSecond: null,
  atOnce: null,
  perSecondOfTenant: null,
  atOnceOfTenant: null,
  stopWhen: [],
  beginWhen: null,
};

/** Returns how many of these items go. */
export function limitToFirst(count: number, { first }: Pick<Pace, 'first'> = usualPace): number {
  return first === null ? count : Math.min(count, first);
}

interface Judged {
  readonly verdict: 'go' | 'skip' | 'blocked';
  readonly why: string;
  readonly needsReason: boolean;
}

/** Shows the items after the first ones as left out. With a reason, those that need one go too. */
export function leaveOutAfterFirst<Item extends Judged>(
  items: readonly Item[],
  { first }: Pick<Pace, 'first'>,
  hasReason: boolean,
): readonly Item[] {
  if (first === null) return items;
  let going = 0;
  return items.map((item) => {
    if (item.verdict !== 'go' && !(hasReason && item.needsReason)) return item;
    going += 1;
    if (going <= first) return item;
    const why = `Not in this plan: only the first ${grouped(first)} go`;
    return { ...item, verdict: 'skip', needsReason: false, why };
  });
}

/** Returns the sizes of the steps. `usual` is used where the steps are the usual ones. */
export function planPaceSteps(
  { steps }: Pick<Pace, 'steps'>,
  count: number,
  usual: readonly number[] = planRamp(count),
): number[] {
  if (steps === 'usual') return [...usual];
  const sizes: number[] = [];
  let left = count;
  for (let at = 0; left > 0; at += 1) {
    const size = steps === 'doubling' ? 2 ** at : (steps[at] ?? left);
    sizes.push(Math.min(size, left));
    left -= size;
  }
  return sizes;
}

/**
 * Returns how many of the steps have to succeed whole. Steps smaller than the usual ones prove less, so more of them
 * count; the last of several steps never does.
 */
export function countProvingSteps(steps: readonly number[]): number {
  let sum = 0;
  for (const [index, size] of steps.slice(0, -1).entries()) {
    sum += size;
    if (index + 1 >= provingSteps && sum >= enoughProven) return index + 1;
  }
  return Math.max(provingSteps, steps.length - 1);
}

const enoughProven = 1 + documentsAtOnce;

interface Sent {
  readonly at: number;
  readonly count: number;
}

interface Room {
  /** So many items may go now. */
  readonly most: number;
  /** The time at which there is room. It is now if some may go. */
  readonly at: number;
}

/**
 * Returns how many items may go so that no second has more of them than the rate allows. Nothing is saved up while nothing
 * goes, so there is no burst after a pause, after sleep or after the clock was set forward. `sends` come newest first.
 * `behindSince` is the time at which the clock was found behind the last send, because it was set back.
 */
export function findRoom(
  perSecond: number | null,
  { sends, now, behindSince }: { sends: Iterable<Sent>; now: number; behindSince?: number | null },
): Room {
  if (perSecond === null) return { most: Number.POSITIVE_INFINITY, at: now };
  const { items, windowMs } = toWindow(perSecond);
  let used = 0;
  let oldest = now;
  for (const { at, count } of sends) {
    const when = at > now ? Math.min(now, behindSince ?? now) : at;
    if (when <= now - windowMs) break;
    used += count;
    oldest = Math.min(oldest, when);
  }
  return used < items ? { most: items - used, at: now } : { most: 0, at: oldest + windowMs };
}

/** Returns the most items that may go within a time of this length. */
export function toWindow(perSecond: number): { readonly items: number; readonly windowMs: number } {
  return perSecond >= 1
    ? { items: Math.floor(perSecond), windowMs: 1_000 }
    : { items: 1, windowMs: Math.ceil(1_000 / perSecond) };
}

interface HowToPlanSends {
  /** The items that are left in each step. */
  readonly steps: readonly number[];
  readonly pace: Pace;
  readonly mostInCall: number;
  /** The time that one item takes; null if it is not known. */
  readonly secondsEach: number | null;
}

export interface PlannedSends {
  /** How many items were sent after so many seconds. */
  readonly points: readonly { readonly seconds: number; readonly sent: number }[];
  /** The time until the last has ended. */
  readonly seconds: number;
}

/** Plans the calls one after the other; null if neither the rate nor the time of an item is known. */
export function planSends({ steps, pace, mostInCall, secondsEach }: HowToPlanSends): PlannedSends | null {
  const { perSecond, atOnce, perSecondOfTenant, atOnceOfTenant } = pace;
  const rate = perSecond ?? perSecondOfTenant;
  if (secondsEach === null && rate === null) return null;
  const window = rate === null ? null : toWindow(rate);
  const most = Math.min(
    mostInCall,
    window?.items ?? mostInCall,
    atOnce ?? mostInCall,
    atOnceOfTenant ?? mostInCall,
  );
  const beside = Math.min(documentsAtOnce, most);
  const all = steps.reduce((sum, size) => sum + size, 0);
  const points: { seconds: number; sent: number }[] = [];
  let seconds = 0;
  let sent = 0;
  for (const size of steps) {
    for (let left = size; left > 0; left -= most) {
      const count = Math.min(left, most);
      sent += count;
      const last = points.at(-1);
      if (last === undefined || sent === all || sent - last.sent >= all / mostPoints)
        points.push({ seconds, sent });
      const paced = window === null ? 0 : (window.windowMs / 1_000) * (count / window.items);
      seconds += Math.max(paced, Math.ceil(count / beside) * (secondsEach ?? 0));
    }
  }
  return { points, seconds };
}

/** A chart has no room for more. */
const mostPoints = 400;

export type PacePart = keyof Pace;

/**
 * Lists the parts in which the next pace limits less than the present one and also less than the confirmed one. These need
 * the same confirmation as the start of the plan. `left` is the number of items that have not gone yet.
 */
export function listLoosened(
  next: Pace,
  { now, confirmed, left }: { readonly now: Pace; readonly confirmed: Pace; readonly left: number },
): readonly PacePart[] {
  return (Object.keys(isLooser) as PacePart[]).filter(
    (part) => isLooser[part](next, now, left) && isLooser[part](next, confirmed, left),
  );
}

const isLooser: Readonly<Record<PacePart, (next: Pace, than: Pace, left: number) => boolean>> = {
  first: (next, than) => isMore(next.first, than.first),
  steps: (next, than, left) => {
    const other = planPaceSteps(than, left);
    let [sum, otherSum] = [0, 0];
    return planPaceSteps(next, left).some((size, at) => {
      sum += size;
      otherSum += other[at] ?? 0;
      return sum > otherSum;
    });
  },
  perSecond: (next, than) => isMore(next.perSecond, than.perSecond),
  atOnce: (next, than) => isMore(next.atOnce, than.atOnce),
  perSecondOfTenant: (next, than) => isMore(next.perSecondOfTenant, than.perSecondOfTenant),
  atOnceOfTenant: (next, than) => isMore(next.atOnceOfTenant, than.atOnceOfTenant),
  stopWhen: (next, than) => than.stopWhen.some((old) => !next.stopWhen.some((one) => isAsStrict(one, old))),
  beginWhen: (next, than) => than.beginWhen !== null && next.beginWhen?.alarm !== than.beginWhen.alarm,
};

function isMore(next: number | null, than: number | null): boolean {
  return than !== null && (next === null || next > than);
}

function isAsStrict(one: StopCondition, old: StopCondition): boolean {
  if ('alarm' in one || 'alarm' in old) return 'alarm' in one && 'alarm' in old && one.alarm === old.alarm;
  return one.queue === old.queue && one.over <= old.over;
}

export function isSamePace(one: Pace, other: Pace): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Members may stand in another order after a file or a page. */
function sorted(pace: Pace): unknown {
  return (Object.keys(usualPace) as PacePart[]).map((part) => pace[part]);
}

/** Describes a pace in one line: "1, then 10, then the rest; at most 5 a second". */
export function describePace(pace: Pace, { isList = true }: { readonly isList?: boolean } = {}): string {
  const limits = listPaceParts(pace);
  if (!isList) return limits.length === 0 ? 'without waiting' : limits.join('; ');
  const isFree = pace.perSecond === null && pace.perSecondOfTenant === null;
  return [
    pace.steps === 'usual' ? '1, then 10, then the rest' : describeSteps(pace.steps),
    ...(isFree ? ['as fast as the pipeline confirms'] : []),
    ...limits,
  ].join('; ');
}

function describeSteps(steps: Exclude<Pace['steps'], 'usual'>): string {
  return steps === 'doubling'
    ? '1, 2, 4 and so on, doubling'
    : `${steps.map(grouped).join(', then ')}, then the rest`;
}

function listPaceParts({
  first,
  perSecond,
  atOnce,
  perSecondOfTenant,
  atOnceOfTenant,
  ...when
}: Pace): string[] {
  return [
    ...(first === null ? [] : [`only the first ${grouped(first)}`]),
    ...(perSecond === null ? [] : [`at most ${describeRate(perSecond)}`]),
    ...(atOnce === null ? [] : [`at most ${grouped(atOnce)} at once`]),
    ...(perSecondOfTenant === null ? [] : [`at most ${describeRate(perSecondOfTenant)} of a tenant`]),
    ...(atOnceOfTenant === null ? [] : [`at most ${grouped(atOnceOfTenant)} at once of a tenant`]),
    ...when.stopWhen.map((condition) => `stops when ${describeCondition(condition)}`),
    ...(when.beginWhen === null ? [] : [`begins when ${when.beginWhen.alarm} is quiet`]),
  ];
}

/** "5 a second", or "1 every 10 s" */
export function describeRate(perSecond: number): string {
  if (perSecond >= 1) return `${grouped(perSecond)} a second`;
  return `1 every ${grouped(Number((1 / perSecond).toFixed(1)))} s`;
}

/** "Bedrock throttles fires", or "document-dlq has more than 100 messages" */
export function describeCondition(condition: StopCondition): string {
  return 'alarm' in condition
    ? `${condition.alarm} fires`
    : `${condition.queue} has more than ${counted(condition.over, 'message')}`;
}

/** Describes what has changed: "at most 5 a second instead of no limit a second". */
export function describePaceChange(before: Pace, after: Pace): string {
  const [old, next] = [listPaceTexts(before), listPaceTexts(after)];
  const changed = [
    ...next.filter((text) => !old.includes(text)),
    ...old.filter((text) => !next.includes(text)).map((text) => `no longer ${text}`),
  ];
  return changed.length === 0 ? 'nothing changed' : changed.join('; ');
}

function listPaceTexts(pace: Pace): string[] {
  return [
    `in steps of ${pace.steps === 'usual' ? '1, then 10, then the rest' : describeSteps(pace.steps)}`,
  ].concat(listPaceParts(pace));
}
