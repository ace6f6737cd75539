import { Button } from '#renderer/ui/button/button.tsx';
import { requeueLabel } from '../file/chosen-files.ts';

interface RequeueSelectedProps {
  readonly selected: ReadonlySet<string>;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileIds: readonly string[]) => void;
}

/** Above a list in which something is selected. */
export function RequeueSelected({ selected, whyNotAct, onRequeue }: RequeueSelectedProps) {
  const fileIds = [...selected];
  return (
    <Button size="sm" icon="retry" disabled={whyNotAct ?? false} onClick={() => onRequeue(fileIds)}>
      {requeueLabel({ by: 'selection', fileIds })}
    </Button>
  );
}
