import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { ColleagueField } from './colleague-field.tsx';
import { matching } from './colleagues.ts';
import styles from './decide.module.css';
import { isSubmitKey } from './dialog-keys.ts';
import { focusedRow } from './focused-row.ts';
import { useColleagues, type Colleagues } from './use-colleagues.ts';

export interface HandOverDialogProps {
  readonly open: boolean;
  readonly tenantId: string;
  readonly fileName: string | null;
  readonly onHandOver: (to: string, note: string | null) => void;
  readonly onClose: () => void;
}

/** Which colleague of this tenant gets it, and a word to them. */
export function HandOverDialog({ open, fileName, onHandOver, onClose, ...form }: HandOverDialogProps) {
  // A second Enter, while it closes, would hand over the document that has come after.
  const handOverOnce: typeof onHandOver = (to, note) => {
    if (open) onHandOver(to, note);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Hand over ${fileName ?? 'this document'}`}
      focusAfter={focusedRow}
      sticky
    >
      <HandOverForm {...form} onHandOver={handOverOnce} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted with the popup: nobody is asked for colleagues before. */
function HandOverForm({ tenantId, onHandOver, onClose }: Omit<HandOverDialogProps, 'open' | 'fileName'>) {
  const formId = useId();
  const queryRef = useRef<HTMLInputElement>(null);
  const colleagues = useColleagues(tenantId);
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const found = matching(colleagues.list, query);
  const chosen = Math.min(index, Math.max(0, found.length - 1));
  const to = found[chosen];

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (to === undefined) queryRef.current?.focus();
    else onHandOver(to.userId, note.trim() === '' ? null : note.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSubmitKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  return (
    <>
      <DialogBody>
        <DialogDescription>
          It comes first in their queue, and you let go of it. Until they take it, other reviewers of this
          tenant still can.
        </DialogDescription>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields in it */}
        <form id={formId} className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
          <ColleagueField
            inputRef={queryRef}
            query={query}
            onQuery={(text) => {
              setQuery(text);
              setIndex(0);
            }}
            found={found}
            chosen={chosen}
            onChoose={setIndex}
            error={nobodyWords(colleagues, found.length, { query, tried })}
          />
          <ReadOn colleagues={colleagues} />
          <TextField
            label="Note to them (optional)"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} variant="primary" shortcut="Mod+Enter">
          {to === undefined ? 'Hand over' : `Hand over to ${to.name}`}
        </Button>
      </DialogFoot>
    </>
  );
}

function nobodyWords(
  { isRead, failure, list, readOn }: Colleagues,
  found: number,
  { query, tried }: { readonly query: string; readonly tried: boolean },
): string | undefined {
  if (found > 0 || failure !== null) return undefined;
  if (!isRead) return tried ? 'It is not known yet who else reviews here.' : undefined;
  if (list.length === 0 && readOn === undefined) return 'Nobody else may review for this tenant.';
  return query.trim() === ''
    ? 'Nobody among those read so far may review.'
    : `No colleague is called “${query.trim()}”.`;
}

function ReadOn({ colleagues }: { readonly colleagues: Colleagues }) {
  const { isRead, isReading, failure, readOn, readAgain } = colleagues;
  if (failure !== null) {
    return (
      <Note
        tone="bad"
        live
        action={
          <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
            Try again
          </Button>
        }
      >
        <b>Your colleagues could not be read.</b> {failure}
      </Note>
    );
  }
  if (!isRead) return <p className={styles.quiet}>Reading who else reviews for this tenant…</p>;
  if (readOn === undefined) return null;
  return (
    <p className={styles.quiet}>
      Not everybody is read yet.{' '}
      <Button size="sm" variant="ghost" loading={isReading} onClick={readOn}>
        Read on
      </Button>
    </p>
  );
}
