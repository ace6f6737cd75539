import { useEffect, useState } from 'react';
import styles from './relative-time.module.css';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface RelativeTimeProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Passed in, so that a whole list agrees on the time and a test can choose it. */
  readonly now: number;
  /** In a long list only the row takes the focus; the exact time is then for the pointer alone. */
  readonly focusable?: boolean | undefined;
}

/** Relative to read, exact in UTC and on the local clock on hover or focus. */
export function RelativeTime({ at, now, focusable = true }: RelativeTimeProps) {
  const utc = exactUtc(at);
  if (!focusable) {
    // A tooltip a row is a component tree a row; in a list the platform's own will do.
    return (
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={`${utc}\n${exactLocal(at)}`}>
        {relativeWords(at, now)}
      </time>
    );
  }
  return (
    <Tooltip
      content={
        <span className={styles.exact}>
          <span>{utc}</span>
          <span>{exactLocal(at)}</span>
        </span>
      }
    >
      <time
        className={styles.time}
        dateTime={new Date(at).toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what shows on hover must show on focus
        tabIndex={0}
      >
        {relativeWords(at, now)}
        <VisuallyHidden>, {utc}</VisuallyHidden>
      </time>
    </Tooltip>
  );
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** "4 s ago", "21 min ago", "in 2 h 10 min", "3 d ago". Two units only where the second still matters. */
export function relativeWords(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < second) return 'now';
  return at <= now ? `${spanWords(distance)} ago` : `in ${spanWords(distance)}`;
}

export function spanWords(ms: number): string {
  if (ms < minute) return `${String(Math.floor(ms / second))} s`;
  if (ms < hour) return `${String(Math.floor(ms / minute))} min`;
  if (ms < day) return twoUnits(ms, hour, 'h', minute, 'min');
  return ms < 7 * day ? twoUnits(ms, day, 'd', hour, 'h') : `${String(Math.floor(ms / day))} d`;
}

/** "18 Nov 2026, 14:06:52 UTC". */
export function exactUtc(at: number): string {
  return `${format(at, 'UTC')} UTC`;
}

/** The same moment on this computer's clock, with its zone: "18 Nov 2026, 15:06:52 GMT+1". */
export function exactLocal(at: number): string {
  return format(at, undefined, 'short');
}

/** "14:20" on this computer's clock. */
export function localClock(at: string): string {
  return hourMinute.format(Date.parse(at));
}

/** "12:05 UTC" of an instant as it is kept; null where it is none. */
export function utcClock(at: string | null): string | null {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(11, 16)} UTC`;
}

function twoUnits(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const bigs = Math.floor(ms / big);
  const smalls = Math.floor((ms - bigs * big) / small);
  return smalls === 0
    ? `${String(bigs)} ${bigUnit}`
    : `${String(bigs)} ${bigUnit} ${String(smalls)} ${smallUnit}`;
}

function format(at: number, timeZone: string | undefined, timeZoneName?: 'short'): string {
  return formatter(timeZone, timeZoneName).format(at);
}

/** Making one takes a hundred times as long as using it, and a table uses it in every row. */
function formatter(timeZone: string | undefined, timeZoneName: 'short' | undefined): Intl.DateTimeFormat {
  const key = `${timeZone ?? 'local'} ${timeZoneName ?? ''}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone, timeZoneName });
  formatters.set(key, made);
  return made;
}

const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const formatters = new Map<string, Intl.DateTimeFormat>();
const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** The time, told while somebody looks; only what shows an age or counts down should ask. Null: it stands still. */
export function useNow(everyMs: number | null = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return undefined;
    const tick = () => {
      if (!document.hidden) setNow(Date.now());
    };
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
