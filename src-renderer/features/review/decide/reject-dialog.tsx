import { useId, useRef, useState, type FormEvent } from 'react';
import { holdSeconds } from '#shared/domain/pipeline-limits.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import { messages } from '../messages.ts';
import {
  composeReason,
  findFocusedRow,
  isSubmitKey,
  isTyping,
  reasonMissing,
  countRoomLeft,
  useDialogKeys,
  usualReasons,
} from './dialog-rules.ts';
import styles from './decide.module.css';

interface RejectDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason: one of the usual reasons by its number, or the user's own words. */
export function RejectDialog({ open, fileName, onReject, onClose }: RejectDialogProps) {
  // A second Enter during the closing animation would reject the next document.
  const rejectOnce = (reason: string) => {
    if (open) onReject(reason);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.decide.rejectTitle(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <RejectForm onReject={rejectOnce} onClose={onClose} />
    </Dialog>
  );
}

/** This form mounts with the popup, so the reason for one document is gone before the next. */
function RejectForm({ onReject, onClose }: Pick<RejectDialogProps, 'onReject' | 'onClose'>) {
  const [formId, name] = [useId(), useId()];
  const listens = useSingleKeys();
  const formRef = useRef<HTMLFormElement>(null);
  const wordsRef = useRef<HTMLInputElement>(null);
  const [usual, setUsual] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const reason = composeReason(usual, words);

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (reason === '') wordsRef.current?.focus();
    else onReject(reason);
  }

  /** The focus moves along, so that the arrow keys continue from the chosen reason. */
  function choose(at: number): void {
    setUsual(usualReasons[at] ?? null);
    formRef.current?.querySelectorAll<HTMLElement>('[type=radio]')[at]?.focus();
  }

  useDialogKeys(formRef, (event) => {
    const chosen = Number(event.key) - 1;
    if (isSubmitKey(event)) submit();
    else if (listens && usualReasons[chosen] !== undefined && !isTyping(event)) choose(chosen);
    else return false;
    return true;
  });

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.decide.rejectEffect}</DialogDescription>
        <form ref={formRef} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <fieldset className={styles.reasons}>
            <legend className={styles.legend}>{messages.decide.reason}</legend>
            {usualReasons.map((text, at) => (
              <label key={text} className={styles.reason}>
                <input type="radio" name={name} checked={usual === text} onChange={() => setUsual(text)} />
                <span className={styles.reasonText}>{text}</span>
                <Kbd keys={String(at + 1)} decorative />
              </label>
            ))}
          </fieldset>
          <TextField
            ref={wordsRef}
            label={usual === null ? messages.decide.ownReason : messages.decide.details}
            maxLength={countRoomLeft(usual)}
            value={words}
            error={tried && reason === '' ? reasonMissing : undefined}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot start={messages.decide.undoFor(String(holdSeconds))}>
        <Button variant="ghost" onClick={onClose}>
          {messages.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="danger" shortcut="Mod+Enter">
          {messages.decide.reject}
        </Button>
      </DialogFoot>
    </>
  );
}
