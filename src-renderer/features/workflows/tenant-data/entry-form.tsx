import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import styles from '../save/save.module.css';
import { messages } from './list-messages.ts';
import type { ListRequest, ListSaving } from './use-list-change.ts';

interface EntryFormProps {
  readonly saving: ListSaving;
  readonly environment: string | null;
  readonly onClose: () => void;
  readonly isWrong: boolean;
  readonly put: Partial<ListRequest>;
  /** Undefined where there is nothing to remove yet. */
  readonly remove?: Partial<ListRequest> | undefined;
  /** Stands above the fields. */
  readonly about?: ReactNode;
  /** The text of the button, if it is not "Save". */
  readonly save?: string;
  /** Why it cannot be saved yet. */
  readonly whyNotSave?: string | undefined;
  readonly children: (tried: boolean) => ReactNode;
}

/** The form of a change to a tenant's lists: its fields, the reason, the typed environment and the buttons. */
export function EntryForm(props: EntryFormProps) {
  const { saving, environment, onClose, isWrong, put, remove, about, save, whyNotSave, children } = props;
  const formId = useId();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const lacksReason = reason.trim() === '';
  const isTypedWrong = environment !== null && typed.trim() !== environment;

  async function send(what: Partial<ListRequest>): Promise<void> {
    setTried(true);
    if (lacksReason || isTypedWrong || saving.isSaving) return;
    const typedEnvironment = environment === null ? null : typed.trim();
    if (await saving.send({ ...what, reason: reason.trim(), typedEnvironment })) onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    if (!isWrong) void send(put);
  }

  return (
    <>
      <DialogBody>
        {about}
        <form id={formId} className={styles.dialogForm} noValidate onSubmit={submit}>
          {children(tried)}
          <TextArea
            label={messages.reason}
            maxLength={500}
            rows={2}
            value={reason}
            error={tried && lacksReason ? messages.reasonWrong : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {environment === null ? null : (
            <TextField
              label={messages.typeEnvironment(environment)}
              mono
              value={typed}
              error={tried && isTypedWrong ? messages.typeEnvironment(environment) : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </form>
        {saving.told === null ? null : (
          <Note tone={saving.told.tone} live>
            {saving.told.text}
          </Note>
        )}
      </DialogBody>
      <DialogFoot
        start={
          remove === undefined ? undefined : (
            <Button variant="ghost" icon="trash" disabled={saving.isSaving} onClick={() => void send(remove)}>
              {messages.remove}
            </Button>
          )
        }
      >
        <Button variant="ghost" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={environment === null ? 'primary' : 'production'}
          loading={saving.isSaving}
          disabled={whyNotSave ?? false}
        >
          {save ?? messages.save}
        </Button>
      </DialogFoot>
    </>
  );
}
