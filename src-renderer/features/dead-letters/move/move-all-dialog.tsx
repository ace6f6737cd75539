import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { usePerson } from '../queues/use-person.ts';
import { layQueue } from './lay-queue.ts';
import { MoveForm } from './move-form.tsx';
import { MoveStory } from './move-story.tsx';
import { moveToast } from './move-news.ts';
import { whyNotMove } from './move-words.ts';

export interface MoveAllDialogProps {
  readonly open: boolean;
  readonly queue: DeadLetterQueue;
  readonly onClose: () => void;
}

/** SQS's own move of a whole queue: what it does is said before it is started, for nothing takes it back. */
export function MoveAllDialog({ open, queue, onClose }: MoveAllDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { connection, whyNotAct } = usePerson();
  const formId = useId();
  const firstRef = useRef<HTMLInputElement>(null);
  const move = useCommand('dead-letters.move', {
    toldInPlace: true,
    onSuccess: (moved) => {
      layQueue(client, moved);
      toast.show({
        id: moveToast(queue.name),
        message: `SQS moves ${queue.name}`,
        detail: 'How far it is stands beside the queue.',
        tone: 'succeeded',
      });
      onClose();
    },
  });
  const whyNot = whyNotAct ?? whyNotMove(queue);
  const isProduction = connection?.environment === 'production';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Redrive all of ${queue.name}`}
      aside={
        connection === null ? null : (
          <EnvironmentChip environment={connection.environment} name={connection.name} />
        )
      }
      size="lg"
      sticky
      initialFocus={firstRef}
    >
      <DialogBody>
        <MoveStory queue={queue} />
        {/* Mounted with the popup, so what was typed for one move is gone before the next. */}
        <MoveForm
          formId={formId}
          firstRef={firstRef}
          queue={queue}
          environment={isProduction ? 'production' : null}
          onSubmit={(said) => {
            if (whyNot === null && !move.isRunning) void move.run({ queue: queue.name, ...said });
          }}
        />
        {move.failure === undefined ? null : (
          <Note tone="bad" live>
            {move.failure.message}
            {move.failure.reference === '' ? '' : ` Reference ${move.failure.reference}`}
          </Note>
        )}
      </DialogBody>
      <DialogFoot start="Written to the audit trail.">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={isProduction ? 'production' : 'primary'}
          icon="play"
          loading={move.isRunning}
          disabled={whyNot ?? false}
        >
          Redrive all
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
