import { useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { writingChoices } from '#shared/contract/sign-in.ts';
import type { Failure } from '#shared/contract/result.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import styles from './unlock-form.module.css';
import { unlockErrors } from './unlocking.ts';
import type { Unlocking } from './unlocking.ts';

interface UnlockFormProps {
  readonly formId: string;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly minutes: Unlocking['minutes'];
  readonly onMinutes: (minutes: Unlocking['minutes']) => void;
  readonly failure: Failure | undefined;
  readonly onSubmit: (said: Unlocking) => void;
}

/** Why, for how long, and the name: what is wrong with each is said under it. */
export function UnlockForm(props: UnlockFormProps) {
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
        label="Reason or ticket"
        hint="Written to the audit trail."
        value={reason}
        maxLength={500}
        error={isTried ? errors.reason : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.minutes}>
        <span aria-hidden>For how long</span>
        <Segmented
          label="For how long"
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
          <b>It was not unlocked.</b> {failure.message}
        </Note>
      )}
    </form>
  );
}
