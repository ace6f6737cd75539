import { useEffect, useState } from 'react';
import styles from './inline.module.css';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface RelativeTimeProps {
  /** The time is in milliseconds since 1970. */
  readonly at: number;
  /** The current time is passed in, so that a whole list agrees on it and a test can choose it. */
  readonly now: number;
  /** In a long list only the row takes the focus, and the exact time is then only for the pointer. */
  readonly focusable?: boolean | undefined;
}

/** Shows the relative time, and the exact time in UTC and local time on hover or focus. */
export function RelativeTime({ at, now, focusable = true }: RelativeTimeProps) {
  const utc = exactUtc(at);
  if (!focusable) {
    // A tooltip would add a component tree to each row, so a list uses the platform's own tooltip.
    return (
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={`${utc}\n${exactLocal(at)}`}>
        {formatRelativeTime(at, now)}
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
        {formatRelativeTime(at, now)}
        <VisuallyHidden>, {utc}</VisuallyHidden>
      </time>
    </Tooltip>
  );
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Returns "4 s ago", "21 min ago", "in 2 h 10 min" or "3 d ago". It uses two units only if the second still
 * matters.
 */
export function formatRelativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < second) return 'now';
  return at <= now ? `${formatTimeSpan(distance)} ago` : `in ${formatTimeSpan(distance)}`;
}

export function formatTimeSpan(ms: number): string {
  if (ms < minute) return `${String(Math.floor(ms / second))} s`;
  if (ms < hour) return `${String(Math.floor(ms / minute))} min`;
  if (ms < day) return twoUnits(ms, hour, 'h', minute, 'min');
  return ms < 7 * day ? twoUnits(ms, day, 'd', hour, 'h') : `${String(Math.floor(ms / day))} d`;
}

/** Returns for example "18 Nov 2026, 14:06:52 UTC". */
export function exactUtc(at: number): string {
  return `${format(at, 'UTC')} UTC`;
}

/** Returns the same moment in local time with its zone, as in "18 Nov 2026, 15:06:52 GMT+1". */
export function exactLocal(at: number): string {
  return format(at, undefined, 'short');
}

/** Returns the local time, as in "14:20". */
export function localClock(at: string): string {
  return hourMinute.format(Date.parse(at));
}

/** Returns "12:05 UTC" for a stored instant, or null if it is not one. */
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

/**
 * Formatters are cached, because creating one takes a hundred times as long as using it, and tables use one
 * in every row.
 */
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

/**
 * Returns the current time while the page is visible. Only components that show an age or count down should
 * use it. Null stops the clock.
 */
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
