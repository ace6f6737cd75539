import type { JobPace, Pace } from '#shared/contract/pace.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { isOfDownloads, isOfMessages } from '#shared/domain/job-words.ts';
import { planSends, usualPace, type PlannedSends } from '#shared/domain/pace-rules.ts';
import { planningSecondsEach } from '#shared/domain/pipeline-limits.ts';
import type { JobRecord } from './job-record.ts';
import { mostInCall } from './pace.ts';

/** Holds all that a change of the pace is compared with. */
export interface PaceNow {
  readonly pace: Pace;
  readonly confirmed: Pace;
  readonly waiting: number;
  /** The number of items that was confirmed at the start. */
  readonly total: number;
  readonly typing: JobRecord['plan']['typing'];
  readonly many: JobRecord['plan']['many'];
  readonly pacedAs: string | undefined;
}

export function toPaceNow({ plan, pace, counts, items, waitsForQuiet }: JobRecord): PaceNow {
  const confirmed = plan.pace ?? usualPace;
  return {
    // A job that has begun no longer waits for its alarm.
    pace: waitsForQuiet ? pace : { ...pace, beginWhen: null },
    confirmed,
    waiting: counts.waiting,
    total: items.size,
    typing: plan.typing,
    many: plan.many,
    pacedAs: plan.pacedAs,
  };
}

/** Shows the pace of a job: as planned and as it really was, up to now. */
export function toJobPace(
  record: JobRecord,
  { watched, now }: { readonly watched: JobPace['watched']; readonly now: number },
): JobPace {
  const { plan, pace, counts, marks } = record;
  return {
    pace,
    planned: plan.pace ?? usualPace,
    waiting: counts.waiting,
    chart: drawChart(record, now),
    marks: [...marks],
    watched: [...watched],
  };
}

/** The time of a message or of a file from a provider is not known. */
export function findSecondsEach(kind: JobKind): number | null {
  return isOfMessages(kind) || isOfDownloads(kind) ? null : planningSecondsEach;
}

const mostPeriods = 60;
const periods = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 86_400];

/** Counts what was sent by the end of each period. The chart ends now, or where the plan ends if that is later. */
function drawChart(record: JobRecord, now: number): JobPace['chart'] {
  const [begin] = record.replanned;
  const sends = listSends(record);
  const parts = record.replanned.map((part) => ({ at: Date.parse(part.at), plan: planPart(record, part) }));
  const from = Date.parse(begin?.at ?? record.startedAt);
  const last = parts.at(-1);
  const plannedEnd =
    last?.plan === undefined || last.plan === null ? from : last.at + last.plan.seconds * 1_000;
  const until = Math.max(now, from + 1_000, ...(record.endedAt === null ? [plannedEnd] : []));
  const seconds = (until - from) / 1_000;
  const periodMs =
    (periods.find((one) => seconds / one <= mostPeriods) ?? Math.ceil(seconds / mostPeriods)) * 1_000;
  const count = Math.ceil((until - from) / periodMs);
  const ends = Array.from({ length: count }, (_, place) => from + (place + 1) * periodMs);
  return {
    from: new Date(from).toISOString(),
    periodMs,
    planned: ends.map((end) => plannedBy(end, parts, sends)),
    // A period that has begun shows what was sent so far.
    real: ends.map((end) => (end - periodMs > now ? null : countBy(end, sends))),
  };
}

interface Part {
  readonly at: number;
  readonly plan: PlannedSends | null;
}

interface Send {
  readonly at: number;
  /** Counts this call and those before it. */
  readonly sum: number;
}

/** A part of the plan begins with what was really sent by then. */
function plannedBy(end: number, parts: readonly Part[], sends: readonly Send[]): number | null {
  const part = parts.findLast(({ at }) => at < end);
  if (part?.plan === undefined || part.plan === null) return null;
  const seconds = (end - part.at) / 1_000;
  const planned = part.plan.points.findLast((point) => point.seconds < seconds)?.sent ?? 0;
  return countBy(part.at, sends) + planned;
}

function countBy(end: number, sends: readonly Send[]): number {
  let [low, high] = [0, sends.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sends[middle]?.at ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return sends[low - 1]?.sum ?? 0;
}

/** Calls of which nothing came to be are left out. */
function listSends({ calls }: JobRecord): readonly Send[] {
  const known = sendsOf.get(calls);
  if (known?.of === calls.length && known.last === calls.at(-1)) return known.sends;
  let sum = 0;
  const sends = calls.flatMap(({ state, ids, intendedAt }) => {
    if (state === 'nothing-done') return [];
    sum += ids.length;
    return [{ at: Date.parse(intendedAt), sum }];
  });
  sendsOf.set(calls, { of: calls.length, last: calls.at(-1), sends });
  return sends;
}

/** A job is shown four times a second, and only its newest call changes. */
const sendsOf = new WeakMap<
  JobRecord['calls'],
  {
    readonly of: number;
    readonly last: JobRecord['calls'][number] | undefined;
    readonly sends: readonly Send[];
  }
>();

const plansOf = new WeakMap<JobRecord['replanned'][number], PlannedSends | null>();

function planPart({ plan: { kind } }: JobRecord, part: JobRecord['replanned'][number]): PlannedSends | null {
  const known = plansOf.get(part);
  if (known !== undefined) return known;
  const plan = planSends({
    steps: part.left,
    pace: part.pace,
    mostInCall,
    secondsEach: findSecondsEach(kind),
  });
  plansOf.set(part, plan);
  return plan;
}
