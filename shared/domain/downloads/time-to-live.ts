import type { TimeToLive } from '../../contract/downloads/downloads.ts';

const fiveYears = 5 * 365.25 * 86_400;
/** In seconds the year 5138, in milliseconds 1973: no time to live is meant to be either. */
const surelyMilliseconds = 1e11;
const latestMs = 8_640_000_000_000_000;
/** No text of a number that DynamoDB keeps is longer. */
const longestShown = 60;

/**
 * What an item's time to live comes to. `digits`: the number as it is stored, in epoch seconds where it is right;
 * undefined where there is none, or no number.
 */
export function timeToLiveOf(digits: string | undefined, now: number): TimeToLive {
  if (digits === undefined || digits.trim() === '') return { kind: 'none' };
  const seconds = Number(digits);
  if (!Number.isFinite(seconds) || seconds > latestMs) return { kind: 'none' };
  if (seconds >= surelyMilliseconds) return { kind: 'in-milliseconds', meant: iso(seconds) };
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html
  if (seconds < now / 1000 - fiveYears) return { kind: 'too-old', at: momentOrDigits(digits, seconds) };
  const at = iso(seconds * 1000);
  return seconds * 1000 <= now ? { kind: 'over', since: at } : { kind: 'until', at };
}

/** Past its time and not deleted yet: no action is offered on it. */
export function isOver(timeToLive: TimeToLive): boolean {
  return timeToLive.kind === 'over';
}

/** The pipeline does nothing about an item whose time is over, deleted or not. */
export function isWithinItsTime({ kind }: TimeToLive): boolean {
  return kind !== 'over' && kind !== 'too-old';
}

/** What only the pipeline's owner can mend. */
export function isDefect({ kind }: TimeToLive): boolean {
  return kind === 'in-milliseconds' || kind === 'too-old' || kind === 'none';
}

/** How an answer that was read a while ago stands by now: its time may have come since. */
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
