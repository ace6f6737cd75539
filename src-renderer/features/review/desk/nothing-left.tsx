import type { Desk } from '#shared/contract/review/decisions.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';

export interface NothingLeftProps {
  readonly mode: ReviewMode;
  readonly today: Desk['today'] | undefined;
  readonly isReading: boolean;
  readonly onBack: () => void;
}

export function NothingLeft({ mode, today, isReading, onBack }: NothingLeftProps) {
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
      {today === undefined ? null : <p>{dayWords(today)}</p>}
    </EmptyState>
  );
}

/** "Today: 12 approved, 3 of them corrected, 1 rejected. Median 7.4 s." */
function dayWords({
  approved,
  rejected,
  corrected,
  checked,
  handedOver,
  undone,
  medianSeconds,
}: Desk['today']): string {
  const parts = [
    `${approved} approved`,
    `${rejected} rejected`,
    ...(corrected > 0 ? [`${corrected} with corrections`] : []),
    ...(checked > 0 ? [`${checked} checked`] : []),
    ...(handedOver > 0 ? [`${handedOver} handed over`] : []),
    ...(undone > 0 ? [`${undone} taken back`] : []),
  ];
  const median = medianSeconds === null ? '' : ` Median ${medianSeconds.toFixed(1)} s.`;
  return `Today: ${parts.join(', ')}.${median}`;
}
