import { useState } from 'react';
import type { MessageRow } from '#shared/contract/dead-letters/messages.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import type { PlanTarget } from '#shared/contract/jobs/plans.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import { DialogHead } from '#renderer/ui/dialog/dialog-head.tsx';
import { DialogFrame } from '#renderer/ui/dialog/dialog.tsx';
import { usePlanOnceClosed, WhenGone } from '../discard/plan-once-closed.tsx';
import { usePerson } from '../queues/use-person.ts';
import { EditContent } from './edit-content.tsx';

export interface EditDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly row: MessageRow;
  readonly onClose: () => void;
  readonly onPlan: (target: PlanTarget) => void;
}

/** Another body in place of a message's own. SQS cannot swap it: a new message goes, then this one is deleted. */
export function EditDialog({ open, queue, row, onClose, onPlan }: EditDialogProps) {
  const { connection } = usePerson();
  const { plan, whenGone } = usePlanOnceClosed(onClose, onPlan);
  // Who closes the plan again finds here what they had typed.
  const [draft, setDraft] = useState<{ readonly messageId: string; readonly text: string } | null>(null);
  return (
    <DialogFrame open={open} onClose={onClose} size="xl" sticky>
      <DialogHead
        title="Edit and redrive 1 message"
        beside={
          <>
            <FingerprintChip fingerprint={row.fingerprint} />
            {connection === null ? null : (
              <EnvironmentChip environment={connection.environment} name={connection.name} />
            )}
          </>
        }
      />
      <EditContent
        key={row.messageId}
        queue={queue}
        row={row}
        draft={draft?.messageId === row.messageId ? draft.text : null}
        onDraft={(text) => setDraft({ messageId: row.messageId, text })}
        onClose={onClose}
        onPlan={plan}
      />
      <WhenGone run={whenGone} />
    </DialogFrame>
  );
}
