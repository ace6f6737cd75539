import { daysOfBatches, reachOfDay } from '#shared/domain/downloads/days.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { longDay } from '../strip/day-words.ts';

interface DayOutOfReachProps {
  readonly day: string;
  readonly today: string;
  readonly onToday: () => void;
}

/** A day of a link or of an address that somebody typed; nothing was asked for it. */
export function DayOutOfReach({ day, today, onToday }: DayOutOfReachProps) {
  const isAhead = reachOfDay(day, today) === 'ahead';
  return (
    <EmptyState
      title={isAhead ? `${longDay(day)} has not begun` : `${longDay(day)} is gone`}
      actions={
        <Button size="sm" icon="calendar" onClick={onToday}>
          Go to today
        </Button>
      }
    >
      <p>
        {isAhead
          ? `Days are UTC, and the pipeline's today is ${longDay(today)}. Nothing was read.`
          : `Batches are kept for ${String(daysOfBatches)} days, so there is nothing left to read of it.`}
      </p>
    </EmptyState>
  );
}
