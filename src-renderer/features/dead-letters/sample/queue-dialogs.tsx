import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { DiscardDialog } from '../discard/discard-dialog.tsx';
import { EditDialog } from '../edit/edit-dialog.tsx';
import { MoveAllDialog } from '../move/move-all-dialog.tsx';
import type { Dialogs } from './use-dialogs.ts';

interface QueueDialogsProps {
  readonly queue: DeadLetterQueue;
  readonly dialogs: Dialogs;
}

/** What has to be seen before it becomes a plan, or before SQS is asked to move the whole queue. */
export function QueueDialogs({ queue, dialogs: { shown, isOpen, close } }: QueueDialogsProps) {
  const { plan } = usePlanning();
  if (shown === null) return null;
  if (shown.kind === 'move') return <MoveAllDialog open={isOpen} queue={queue} onClose={close} />;
  if (shown.kind === 'edit') {
    const { row } = shown;
    return (
      <EditDialog key={row.messageId} open={isOpen} queue={queue} row={row} onClose={close} onPlan={plan} />
    );
  }
  return <DiscardDialog open={isOpen} queue={queue} rows={shown.rows} onClose={close} onPlan={plan} />;
}
