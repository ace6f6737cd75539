import type { Desk } from '#shared/contract/review/decisions.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { todayWords } from '../today-words.ts';

export interface NothingLeftProps {
  readonly mode: ReviewMode;
  readonly today: Desk['today'] | undefined;
  /** How many wait all the same: they are not this person's to take now. */
  readonly others: number;
  readonly isReading: boolean;
  readonly onBack: () => void;
}

export function NothingLeft({ mode, today, others, isReading, onBack }: NothingLeftProps) {
  const says = today === undefined ? '' : todayWords(today);
  if (isReading) return <SkeletonRows rows={4} label="Reading what else waits" labelVisible />;
  return (
    <EmptyState
      title={mode === 'check' ? 'The sample is through' : 'Nothing is left in this list'}
      actions={
        <Button size="sm" icon="left" shortcut="Escape" onClick={onBack}>
          Back to the list
        </Button>
      }
    >
      {others === 0 ? null : (
        <p>
          What still waits is held by others, handed to them, set aside by you or left out by the filters.
        </p>
      )}
      {says === '' ? null : <p>{says}.</p>}
    </EmptyState>
  );
}
