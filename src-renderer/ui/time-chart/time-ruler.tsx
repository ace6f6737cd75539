import { exactLocal, exactUtc } from '../relative-time/relative-words.ts';
import { startOf, type TimeSpan } from './time-lines.ts';
import { momentWords } from './time-ticks.ts';
import styles from './time-ruler.module.css';

export interface TimeRulerProps {
  readonly span: TimeSpan;
  readonly cursor: number | null;
  readonly onCursor: (period: number | null) => void;
}

/** The one time of all charts beside it: moved by keys, or by the pointer over any of them. */
export function TimeRuler({ span, cursor, onCursor }: TimeRulerProps) {
  const last = Math.max(0, span.count - 1);
  const at = startOf(span, cursor ?? last);
  return (
    <div className={styles.ruler}>
      <span className={styles.end}>{momentWords(span.from, span)}</span>
      <input
        type="range"
        className={styles.range}
        aria-label="The period that is read on all charts"
        aria-valuetext={cursor === null ? 'None; the newest figures are shown' : `From ${exactUtc(at)}`}
        min={0}
        max={last}
        value={cursor ?? last}
        data-resting={cursor === null || undefined}
        onChange={(event) => onCursor(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || cursor === null) return;
          event.preventDefault();
          onCursor(null);
        }}
        onBlur={() => onCursor(null)}
      />
      <span className={styles.end}>{momentWords(startOf(span, span.count), span)} UTC</span>
      <output className={styles.moment} title={cursor === null ? undefined : exactLocal(at)}>
        {cursor === null ? 'newest figures' : `${momentWords(at, span)} UTC`}
      </output>
    </div>
  );
}
