import { mostInPlan } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';

export interface SelectedActionsProps {
  readonly count: number;
  readonly whyNot: string | undefined;
  readonly onReprocess: () => void;
  readonly onCopyIds: () => void;
}

/** What can be done with exactly the selected documents. */
export function SelectedActions({ count, whyNot, onReprocess, onCopyIds }: SelectedActionsProps) {
  const tooMany = count > mostInPlan ? `A plan takes ${grouped(mostInPlan)} documents at most.` : undefined;
  return (
    <>
      <Button size="sm" variant="ghost" icon="copy" onClick={onCopyIds}>
        Copy ids
      </Button>
      <Button size="sm" variant="primary" disabled={whyNot ?? tooMany ?? false} onClick={onReprocess}>
        Reprocess {grouped(count)}…
      </Button>
    </>
  );
}
