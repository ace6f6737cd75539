import type { DownloadFile, DownloadFileStatus, OpenFile, TimeToLive } from '../contract/downloads.ts';
import type { PlanItem } from '../contract/plans.ts';

/** The number of minutes after which the pipeline itself considers a file stuck. */
const standsStillMinutes = 30;

export function hasFailed(status: DownloadFileStatus | null): boolean {
  return status === 'failed' || status === 'error';
}

/** Tells whether a file has been waiting or downloading for longer than that many minutes. */
export function standsStill(
  { status, statusSince }: Pick<DownloadFile, 'status' | 'statusSince'>,
  now: number,
  minutes = standsStillMinutes,
): boolean {
  if (status !== 'available' && status !== 'downloading') return false;
  return statusSince !== null && now - Date.parse(statusSince) > minutes * 60_000;
}

/** Tells whether the pipeline would accept a requeue. It checks this again itself. */
export function mayBeRequeued(
  file: Pick<DownloadFile, 'status' | 'statusSince' | 'timeToLive'>,
  now: number,
): boolean {
  return isWithinItsTime(file.timeToLive) && (hasFailed(file.status) || standsStill(file, now));
}

/** The reason why a file that a batch expects has neither completed nor failed in it. */
export type OpenBecause =
  | 'taken over'
  | 'still moving'
  | 'standing still'
  | 'ended since'
  | 'not there'
  | 'unknown';

export function whyOpen({ file }: OpenFile, batchId: string, now: number): OpenBecause {
  if (file === null || isOver(file.timeToLive)) return 'not there';
  if (file.batchId !== null && file.batchId !== batchId) return 'taken over';
  if (file.status === null) return 'unknown';
  if (file.status === 'completed' || hasFailed(file.status)) return 'ended since';
  return standsStill(file, now) ? 'standing still' : 'still moving';
}

const fiveYears = 5 * 365.25 * 86_400;
/** In seconds this is the year 5138 and in milliseconds 1973. Neither makes sense as a time to live. */
const surelyMilliseconds = 1e11;
const latestMs = 8_640_000_000_000_000;
/** No number that DynamoDB stores has longer text. */
const longestShown = 60;

/**
 * Interprets an item's time to live. `digits` is the stored number, which should be epoch seconds. It is undefined if
 * the attribute is missing or not a number.
 */
export function parseTimeToLive(digits: string | undefined, now: number): TimeToLive {
  if (digits === undefined || digits.trim() === '') return { kind: 'none' };
  const seconds = Number(digits);
  if (!Number.isFinite(seconds) || seconds > latestMs) return { kind: 'none' };
  if (seconds >= surelyMilliseconds) return { kind: 'in-milliseconds', meant: iso(seconds) };
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html
  if (seconds < now / 1000 - fiveYears) return { kind: 'too-old', at: momentOrDigits(digits, seconds) };
  const at = iso(seconds * 1000);
  return seconds * 1000 <= now ? { kind: 'over', since: at } : { kind: 'until', at };
}

/** The time has passed but the item is not deleted yet, so no action is offered. */
export function isOver(timeToLive: TimeToLive): boolean {
  return timeToLive.kind === 'over';
}

/** The pipeline ignores an item whose time has passed, even before it is deleted. */
export function isWithinItsTime({ kind }: TimeToLive): boolean {
  return kind !== 'over' && kind !== 'too-old';
}

/** Only the pipeline's owner can fix these. */
export function isDefect({ kind }: TimeToLive): boolean {
  return kind === 'in-milliseconds' || kind === 'too-old' || kind === 'none';
}

/** Updates an older answer to the present: the time may have passed since it was read. */
export function timeToLiveBy(timeToLive: TimeToLive, now: number): TimeToLive {
  if (timeToLive.kind !== 'until' || Date.parse(timeToLive.at) > now) return timeToLive;
  return { kind: 'over', since: timeToLive.at };
}

function momentOrDigits(digits: string, seconds: number): string {
  return seconds * 1000 >= -latestMs ? iso(seconds * 1000) : digits.slice(0, longestShown);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

type Verdict = Pick<PlanItem, 'verdict' | 'why'>;

type Judged = Pick<DownloadFile, 'status' | 'statusSince' | 'version' | 'error' | 'timeToLive'>;

/** Tells whether the pipeline would requeue a file that was just read. Null means that there is none. */
export function requeueVerdict(file: Judged | null, now: number): Verdict {
  if (file === null) return skip('Not found: never written, or expired after 30 days.');
  const { status, version, timeToLive } = file;
  if (isOver(timeToLive)) return blocked('Expired, awaiting deletion. No action possible.');
  if (!isWithinItsTime(timeToLive)) {
    return blocked('Its time to live is long past, which is a defect. The pipeline does not touch it.');
  }
  if (status === null) return blocked('Unknown status.');
  if (version === null) return blocked("No time of its last status change, so changes can't be detected.");
  if (hasFailed(status)) return go(file.error === null ? status : `${status}: ${file.error}`);
  if (standsStill(file, now)) return go(`${status} for ${lasting(file, now)}`);
  if (status === 'completed') return skip(`Already completed${sinceWhen(file)}.`);
  return skip(`${status} for less than ${standsStillMinutes} minutes. It may still complete.`);
}

function lasting({ statusSince }: Judged, now: number): string {
  const minutes = Math.floor((now - Date.parse(statusSince ?? '')) / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

function sinceWhen({ statusSince }: Judged): string {
  return statusSince === null ? '' : `, ${statusSince.slice(0, 16).replace('T', ' ')} UTC`;
}

function go(why: string): Verdict {
  return { verdict: 'go', why };
}

function skip(why: string): Verdict {
  return { verdict: 'skip', why };
}

function blocked(why: string): Verdict {
  return { verdict: 'blocked', why };
}
