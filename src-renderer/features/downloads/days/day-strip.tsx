import { useEffect, useRef } from 'react';
import { grouped } from '#shared/domain/formatting.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { formatRru } from '#renderer/ui/receipt-footer.tsx';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { messages } from '../messages.ts';
import styles from './day-strip.module.css';
import {
  describeCell,
  isWeekend,
  formatLocalBounds,
  formatLongDay,
  formatShortMonth,
  standingLabels,
  formatWeekdayLetter,
  type CellStanding,
} from './day-text.ts';
import { getStanding, type DayReading } from './use-days.ts';
import { summarizeStrip, type Strip } from './use-strip.ts';

/** Shows the days of the pipeline, the newest at the right, with their standing and the chosen one. */
export function DayStrip({ strip }: { readonly strip: Strip }) {
  const { days, chosen, today, readings, measure } = strip;
  const list = useRef<HTMLUListElement>(null);
  const stop = chosen !== null && days.includes(chosen) ? chosen : days.at(-1);

  // A person who moves by arrow keys keeps the focus on the chosen day.
  useEffect(() => {
    const isHere = list.current?.contains(document.activeElement) === true;
    if (!isHere || chosen === null) return;
    list.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus({ preventScroll: true });
  }, [chosen]);

  return (
    <section className={styles.strip} aria-label={messages.strip.region}>
      <IconButton
        icon="left"
        size="sm"
        label={strip.mayGoBack ? messages.strip.previousWeek : messages.strip.endOfList}
        shortcut={pageKeys.downloads.weekBack}
        disabled={!strip.mayGoBack}
        onClick={() => strip.move(-1)}
      />
      <div ref={measure} className={styles.room}>
        <ul ref={list} className={styles.days}>
          {days.map((day, place) => (
            <DayCell
              key={day}
              day={day}
              reading={readings[place] ?? nothingRead}
              isToday={day === today}
              isChosen={day === chosen}
              isStop={day === stop}
              showsMonth={place === 0 || day.endsWith('-01')}
              onChoose={strip.choose}
            />
          ))}
        </ul>
      </div>
      <IconButton
        icon="right"
        size="sm"
        label={strip.mayGoOn ? messages.strip.nextWeek : messages.strip.isToday}
        shortcut={pageKeys.downloads.weekOn}
        disabled={!strip.mayGoOn}
        onClick={() => strip.move(1)}
      />
    </section>
  );
}

/** Says once for all days that they are in UTC. */
export function DaysAreUtc({ otherDay }: { readonly otherDay: string | undefined }) {
  return (
    <span className={styles.zone}>
      <Icon name="clock" size={12} />
      {otherDay === undefined ? messages.strip.daysAreUtc : messages.strip.otherLocalDay(otherDay)}
    </span>
  );
}

const nothingRead = { read: undefined, failure: undefined, isReading: false };

interface DayCellProps {
  readonly day: string;
  readonly reading: Pick<DayReading, 'read' | 'failure' | 'isReading'>;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  /** True for the one day that is reached by Tab. */
  readonly isStop: boolean;
  readonly showsMonth: boolean;
  readonly onChoose: (day: string) => void;
}

function DayCell(props: DayCellProps) {
  const { day, reading, isToday, isChosen, isStop, showsMonth, onChoose } = props;
  const standing = getStanding(reading);
  return (
    <li className={styles.item}>
      <span className={styles.month} aria-hidden>
        {showsMonth ? formatShortMonth(day) : ''}
      </span>
      <button
        type="button"
        className={classNames(styles.cell, isWeekend(day) && styles.weekend, isToday && styles.today)}
        aria-current={isChosen ? 'date' : undefined}
        data-day={day}
        tabIndex={isStop ? 0 : -1}
        title={messages.strip.cellTitle(formatLongDay(day), formatLocalBounds(day))}
        onClick={() => onChoose(day)}
      >
        <VisuallyHidden>{describeCell(day, isToday, standing, reading.read)}</VisuallyHidden>
        <span className={styles.letter} aria-hidden>
          {formatWeekdayLetter(day)}
        </span>
        <DayMark standing={standing} isReading={reading.isReading} className={styles.dayStripMark} />
        <span className={styles.number} aria-hidden>
          {Number(day.slice(8))}
        </span>
      </button>
    </li>
  );
}

/** Sums up the visible days and explains each mark. */
export function StripSummary({ strip, now }: { readonly strip: Strip; readonly now: number }) {
  const { readings, days } = strip;
  const { complete, ended, medianFinish, runsAgain, standings } = summarizeStrip(
    readings.map((reading) => ({ standing: getStanding(reading), read: reading.read })),
  );
  const read = readings.filter((reading) => reading.read !== undefined);
  return (
    <section className={styles.summary} aria-label={messages.strip.visibleDays}>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{messages.strip.completeDays}</dt>
          <dd>
            {read.length === 0 ? messages.strip.unknown : grouped(complete)}
            {read.length === 0 ? null : <small>{messages.strip.ofEnded(grouped(ended))}</small>}
          </dd>
        </div>
        <div className={styles.figure} title={messages.strip.medianTitle}>
          <dt>{messages.strip.median}</dt>
          <dd>
            {medianFinish ?? messages.strip.unknown}
            {medianFinish === null ? null : <small> UTC</small>}
          </dd>
        </div>
        <div className={styles.figure}>
          <dt>{messages.strip.runByHand}</dt>
          <dd>{read.length === 0 ? messages.strip.unknown : grouped(runsAgain)}</dd>
        </div>
      </dl>
      <ul className={styles.legend} aria-label={messages.strip.legend}>
        {standings.map(([standing, count]) => (
          <li key={standing}>
            <DayMark standing={standing} className={styles.stripSummaryMark} />
            {standingLabels[standing]} <b>{grouped(count)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.cost}>{describeReads(strip, days.length, now)}</p>
    </section>
  );
}

/**
 * "28 of 28 days read, 14 RRU, the oldest reading 3 h old". The age matters, because days are not read again
 * automatically.
 */
function describeReads({ readings }: Strip, days: number, now: number): string {
  const read = readings.flatMap((reading) => reading.read ?? []);
  if (read.length === 0) return messages.strip.noneRead(String(days));
  const rru = readings.reduce((sum, { receipt }) => sum + (receipt?.rru ?? 0), 0);
  const oldest = Math.min(...read.map(({ asOf }) => Date.parse(asOf)));
  const age = now - oldest < 60_000 ? '' : messages.strip.oldestReading(formatTimeSpan(now - oldest));
  return `${messages.strip.read(grouped(read.length), grouped(days), formatRru(rru))}${age}`;
}

interface DayMarkProps {
  readonly standing: CellStanding;
  readonly isReading?: boolean | undefined;
  readonly className?: string | undefined;
}

/**
 * Marks the standing of a day by shape and hatch as well as by colour. Its name stands beside the mark or is
 * its label.
 */
function DayMark({ standing, isReading = false, className }: DayMarkProps) {
  const glyph = glyphs[standing];
  return (
    <span
      className={classNames(
        styles.mark,
        styles[standingClasses[standing]],
        isReading && styles.reading,
        className,
      )}
      aria-hidden
    >
      {glyph === null ? null : <StatusGlyph glyph={glyph} />}
      {standing === 'unknown' ? '?' : null}
    </span>
  );
}

const glyphs: Readonly<Record<CellStanding, GlyphName | null>> = {
  complete: 'succeeded',
  'some failed': 'review',
  missing: 'rejected',
  'timed out': 'timeout',
  failed: 'failed',
  'not ended': 'queued',
  'in progress': 'processing',
  'no batch': null,
  unknown: null,
  'not read': null,
  'could not be read': 'blocked',
};

const standingClasses: Readonly<Record<CellStanding, string>> = {
  complete: 'complete',
  'some failed': 'someFailed',
  missing: 'missing',
  'timed out': 'timedOut',
  failed: 'failed',
  'not ended': 'notEnded',
  'in progress': 'inProgress',
  'no batch': 'none',
  unknown: 'unknown',
  'not read': 'notRead',
  'could not be read': 'unreadable',
};
