import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import type { PlanTarget } from '#shared/contract/jobs/plans.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { DialogHead } from '#renderer/ui/dialog/dialog-head.tsx';
import { DialogFrame } from '#renderer/ui/dialog/dialog.tsx';
import { messagesWords } from '../message/message-words.ts';
import { usePerson } from '../queues/use-person.ts';
import { DiscardLook } from './discard-look.tsx';
import { discardTarget } from './discard-rules.ts';
import { usePlanOnceClosed, WhenGone } from './plan-once-closed.tsx';

export interface DiscardDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly rows: readonly MessageRow[];
  readonly onClose: () => void;
  readonly onPlan: (target: PlanTarget) => void;
}

/** Two steps, so that nobody deletes by one press: what goes, then the plan, which takes the count as it is typed. */
export function DiscardDialog({ open, queue, rows, onClose, onPlan }: DiscardDialogProps) {
  const { connection } = usePerson();
  const { plan, whenGone } = usePlanOnceClosed(onClose, onPlan);
  return (
    <DialogFrame open={open} onClose={onClose} size="lg" sticky>
      <DialogHead
        title={`Discard ${messagesWords(rows.length)} of ${queue.name}`}
        beside={
          connection === null ? null : (
            <EnvironmentChip environment={connection.environment} name={connection.name} />
          )
        }
      />
      <DiscardLook rows={rows} onClose={onClose} onGoOn={() => plan(discardTarget(queue.name, rows))} />
      <WhenGone run={whenGone} />
    </DialogFrame>
  );
}
