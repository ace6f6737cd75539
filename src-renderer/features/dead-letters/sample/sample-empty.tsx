import type { Sample } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { messageWords } from './sample-words.ts';

interface SampleEmptyProps {
  readonly sample: Sample;
  readonly depth: number | null;
  readonly group: string | null;
  readonly onEveryGroup: () => void;
}

/** Why a sample shows no row: its group is gone, or the queue gave none. */
export function SampleEmpty({ sample, depth, group, onEveryGroup }: SampleEmptyProps) {
  if (group !== null && sample.rows.length > 0) {
    return (
      <EmptyState
        title={`None of the ${messageWords(sample.rows.length)} sampled is of group ${group}`}
        actions={
          <Button size="sm" onClick={onEveryGroup}>
            Show every group
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState title="Nothing is held of this queue now">
      <p>
        {depth === 0
          ? 'The last receive gave nothing, and SQS estimates that the queue is empty.'
          : 'What was sampled is done with, or the queue gave nothing: other readers may hold what is left. Sample again, or wait until their time is over.'}
      </p>
    </EmptyState>
  );
}
