import { grouped } from '#shared/domain/grouped-number.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { DayMark } from './day-mark.tsx';
import { standingWords } from './day-words.ts';
import { stripFigures } from './strip-figures.ts';
import styles from './strip-summary.module.css';
import { standingOf } from './use-days.ts';
import type { Strip } from './use-strip.ts';

/** What the days in sight come to, and what each mark says. */
export function StripSummary({ strip, now }: { readonly strip: Strip; readonly now: number }) {
  const { readings, days } = strip;
  const { complete, ended, medianFinish, runsAgain, standings } = stripFigures(
    readings.map((reading) => ({ standing: standingOf(reading), read: reading.read })),
  );
  const read = readings.filter((reading) => reading.read !== undefined);
  return (
    <section className={styles.summary} aria-label="The days in sight">
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>Complete days</dt>
          <dd>
            {read.length === 0 ? 'unknown' : grouped(complete)}
            {read.length === 0 ? null : <small>{` of ${grouped(ended)} that ended`}</small>}
          </dd>
        </div>
        <div
          className={styles.figure}
          title="When the daily batches ended that ended as completed, also with failed files; in UTC"
        >
          <dt>Median finish</dt>
          <dd>
            {medianFinish ?? 'unknown'}
            {medianFinish === null ? null : <small> UTC</small>}
          </dd>
        </div>
        <div className={styles.figure}>
          <dt>Run by hand</dt>
          <dd>{read.length === 0 ? 'unknown' : grouped(runsAgain)}</dd>
        </div>
      </dl>
      <ul className={styles.legend} aria-label="What the marks say">
        {standings.map(([standing, count]) => (
          <li key={standing}>
            <DayMark standing={standing} className={styles.mark} />
            {standingWords[standing]} <b>{grouped(count)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.cost}>{costWords(strip, days.length, now)}</p>
    </section>
  );
}

/** "28 of 28 days read, 14 RRU, the oldest reading 3 h old": they are not read again by themselves. */
function costWords({ readings }: Strip, days: number, now: number): string {
  const read = readings.flatMap((reading) => reading.read ?? []);
  if (read.length === 0) return `None of the ${String(days)} days is read yet`;
  const rru = readings.reduce((sum, { receipt }) => sum + (receipt?.rru ?? 0), 0);
  const oldest = Math.min(...read.map(({ asOf }) => Date.parse(asOf)));
  const age = now - oldest < 60_000 ? '' : `, the oldest reading ${spanWords(now - oldest)} old`;
  return `${grouped(read.length)} of ${grouped(days)} days read, ${rruWords(rru)}${age}`;
}
