import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { PaneBar } from '#renderer/ui/pane/pane-bar.tsx';
import { shortDay } from '../strip/day-words.ts';
import type { DayReading } from '../strip/use-days.ts';
import styles from './day-pane.module.css';
import { statusWords } from './day-rules.ts';

interface DayHeadProps {
  readonly day: string;
  readonly isToday: boolean;
  readonly reading: DayReading;
  readonly whyNotRun: string | undefined;
  readonly onRunAgain: () => void;
}

/** Which day, how its batches stand; today alone changes by itself, so it alone says how to read it again. */
export function DayHead({ day, isToday, reading, whyNotRun, onRunAgain }: DayHeadProps) {
  const { read, isReading, readAgain } = reading;
  // An empty day offers to be run in its own words, below.
  const hasNone = read?.batches.length === 0;
  return (
    <PaneBar low snug>
      <div className={styles.what}>
        <h2 className={styles.title}>{shortDay(day)}</h2>
        <p className={styles.hint}>
          {isToday ? 'today, ' : ''}
          {read === undefined ? 'not read' : hasNone ? 'no batch' : statusWords(read)}
        </p>
      </div>
      {isToday ? (
        <IconButton
          icon="refresh"
          size="sm"
          label={isReading ? 'Reading today again' : 'Read today again'}
          shortcut="R"
          disabled={isReading}
          onClick={readAgain}
        />
      ) : null}
      {hasNone ? null : (
        <Button size="sm" icon="play" disabled={whyNotRun ?? false} onClick={onRunAgain}>
          Run again…
        </Button>
      )}
    </PaneBar>
  );
}
