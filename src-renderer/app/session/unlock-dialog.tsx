import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Failure } from '#shared/contract/result.ts';
import { writingChoices } from '#shared/domain/sign-in-limits.ts';
import styles from './session.module.css';
import { useSession } from './use-session.ts';
import { askedNow, unlockedToast, unlockErrors, type Asked, type Unlocking } from './writing-time.ts';
import { messages } from '../messages.ts';

interface UnlockDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what unlocking production means before it happens. */
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
      title={asked.isMore ? messages.unlock.extend : messages.unlock.unlock}
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

/** This mounts with the popup, so that nothing chosen or typed before is still there the next time. */
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
          {isMore ? messages.writing.extends : messages.writing.isReal(connection.name)}
          {messages.writing.locksAutomatically}
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

interface UnlockFormProps {
  readonly formId: string;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly minutes: Unlocking['minutes'];
  readonly onMinutes: (minutes: Unlocking['minutes']) => void;
  readonly failure: Failure | undefined;
  readonly onSubmit: (said: Unlocking) => void;
}

/** Asks for the reason, the time and the name, and shows an error under each field that is wrong. */
function UnlockForm(props: UnlockFormProps) {
  const { formId, first, name, minutes, onMinutes, failure, onSubmit } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const errors = unlockErrors({ reason, typed }, name);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (errors.reason !== undefined) first.current?.focus();
    else if (errors.typed !== undefined) nameField.current?.focus();
    else onSubmit({ reason: reason.trim(), typed, minutes });
  }

  return (
    <form id={formId} className={styles.form} onSubmit={submit}>
      <TextField
        ref={first}
        label={messages.unlock.reason}
        hint={messages.unlock.reasonNote}
        value={reason}
        maxLength={500}
        error={isTried ? errors.reason : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.minutes}>
        <span aria-hidden>{messages.unlock.howLong}</span>
        <Segmented
          label={messages.unlock.howLong}
          value={String(minutes)}
          onChange={(value) =>
            onMinutes(writingChoices.find((choice) => String(choice) === value) ?? minutes)
          }
          options={writingChoices.map((choice) => ({
            value: String(choice),
            label: `${String(choice)} min`,
          }))}
        />
      </div>
      <TextField
        ref={nameField}
        label={`Type ${name} to unlock it`}
        mono
        value={typed}
        error={isTried ? errors.typed : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {failure === undefined ? null : (
        <Note tone="bad" live>
          <b>{messages.writing.notUnlocked}</b> {failure.message}
        </Note>
      )}
    </form>
  );
}
