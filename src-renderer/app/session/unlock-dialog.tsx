import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { UnlockForm } from './unlock-form.tsx';
import { askedNow } from './unlocking.ts';
import type { Asked, Unlocking } from './unlocking.ts';
import { useSession } from './use-session.ts';
import { unlockedToast } from './writing-toasts.ts';

interface UnlockDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what opening production means, before anybody does. */
export function UnlockDialog({ open, onClose }: UnlockDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  const { connection, writing } = useSession();
  const [before, setAsked] = useState<Asked>({ open: false, isMore: false });
  const asked = askedNow(before, open, writing !== null);
  if (asked !== before) setAsked(asked);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={asked.isMore ? 'Extend the time for writing' : 'Unlock for writing'}
      aside={<EnvironmentChip environment={connection.environment} />}
      sticky
      initialFocus={first}
    >
      <UnlockContent first={first} isMore={asked.isMore} onClose={onClose} />
    </Dialog>
  );
}

interface UnlockContentProps {
  readonly first: RefObject<HTMLInputElement | null>;
  readonly isMore: boolean;
  readonly onClose: () => void;
}

/** Mounted with the popup, so nothing chosen or typed for one time is there before the next. */
function UnlockContent({ first, isMore, onClose }: UnlockContentProps) {
  const client = useQueryClient();
  const toast = useToast();
  const formId = useId();
  const [minutes, setMinutes] = useState<Unlocking['minutes']>(30);
  const { connection } = useSession();
  const unlock = useCommand('connections.unlock', {
    toldInPlace: true,
    onSuccess: (session) => {
      client.setQueryData(operationOptions('session.current', {}).queryKey, answered(session));
      toast.show(unlockedToast(session));
      onClose();
    },
  });

  return (
    <>
      <DialogBody>
        <DialogDescription>
          {isMore
            ? 'The time begins anew, in place of what is left of it. '
            : `What is done to ${connection.name} then is done for real. It can be written to from every window of this console. `}
          It locks itself when the time is over, and when another connection is opened; “Lock now” does it at
          once. Jobs that were started go on after that, and can be braked and ended. New ones wait for the
          next time.
        </DialogDescription>
        <UnlockForm
          formId={formId}
          first={first}
          name={connection.name}
          minutes={minutes}
          onMinutes={setMinutes}
          failure={unlock.isRunning ? undefined : unlock.failure}
          onSubmit={(said) => void unlock.run({ connectionId: connection.id, ...said })}
        />
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} variant="production" icon="unlock" loading={unlock.isRunning}>
          {`Unlock for ${String(minutes)} min`}
        </Button>
      </DialogFoot>
    </>
  );
}
