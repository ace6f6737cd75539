import { classNames } from '#renderer/ui/class-names.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { DayMark } from './day-mark.tsx';
import styles from './day-strip.module.css';
import { cellName, isWeekend, localBounds, longDay, shortMonth, weekdayLetter } from './day-words.ts';
import { standingOf } from './use-days.ts';
import type { DayReading } from './use-days.ts';

interface DayCellProps {
  readonly day: string;
  readonly reading: Pick<DayReading, 'read' | 'failure' | 'isReading'>;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  /** The one that Tab comes to. */
  readonly isStop: boolean;
  readonly showsMonth: boolean;
  readonly onChoose: (day: string) => void;
}

export function DayCell(props: DayCellProps) {
  const { day, reading, isToday, isChosen, isStop, showsMonth, onChoose } = props;
  const standing = standingOf(reading);
  return (
    <li className={styles.item}>
      <span className={styles.month} aria-hidden>
        {showsMonth ? shortMonth(day) : ''}
      </span>
      <button
        type="button"
        className={classNames(styles.cell, isWeekend(day) && styles.weekend, isToday && styles.today)}
        aria-current={isChosen ? 'date' : undefined}
        data-day={day}
        tabIndex={isStop ? 0 : -1}
        title={`${longDay(day)}, UTC\n${localBounds(day)} on this computer's clock`}
        onClick={() => onChoose(day)}
      >
        <VisuallyHidden>{cellName(day, isToday, standing, reading.read)}</VisuallyHidden>
        <span className={styles.letter} aria-hidden>
          {weekdayLetter(day)}
        </span>
        <DayMark standing={standing} isReading={reading.isReading} className={styles.mark} />
        <span className={styles.number} aria-hidden>
          {Number(day.slice(8))}
        </span>
      </button>
    </li>
  );
}
