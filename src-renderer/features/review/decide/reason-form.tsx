import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import { messages } from '../messages.ts';
import styles from './decide.module.css';
import { composeReason, countRoomLeft, isSubmitKey, isTyping, useDialogKeys } from './dialog-rules.ts';

interface ReasonFormProps {
  /** The usual reasons, which are chosen by their number. */
  readonly reasons: readonly string[];
  /** The label of the field for other reasons. */
  readonly ownReason: string;
  readonly reasonMissing: string;
  /** Says what the decision does. */
  readonly children: ReactNode;
  readonly footNote: string | undefined;
  readonly cancel: ReactNode;
  readonly submit: string;
  readonly onSubmit: (reason: string) => void;
}

/**
 * Asks for a reason: one of the usual ones by its number, or one's own words. It mounts with its dialog, so the reason for
 * one document is gone before the next.
 */
export function ReasonForm(props: ReasonFormProps) {
  const {
    reasons,
    ownReason,
    reasonMissing,
    children,
    footNote,
    cancel,
    submit: submitText,
    onSubmit,
  } = props;
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
    else onSubmit(reason);
  }

  /** The focus moves along, so that the arrow keys continue from the chosen reason. */
  function choose(at: number): void {
    setUsual(reasons[at] ?? null);
    formRef.current?.querySelectorAll<HTMLElement>('[type=radio]')[at]?.focus();
  }

  useDialogKeys(formRef, (event) => {
    const chosen = Number(event.key) - 1;
    if (isSubmitKey(event)) submit();
    else if (listens && reasons[chosen] !== undefined && !isTyping(event)) choose(chosen);
    else return false;
    return true;
  });

  return (
    <>
      <DialogBody>
        {children}
        <form ref={formRef} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <fieldset className={styles.reasons}>
            <legend className={styles.legend}>{messages.decide.reason}</legend>
            {reasons.map((text, at) => (
              <label key={text} className={classNames(styles.choice, styles.reason)}>
                <input type="radio" name={name} checked={usual === text} onChange={() => setUsual(text)} />
                <span className={styles.reasonText}>{text}</span>
                <Kbd keys={String(at + 1)} decorative />
              </label>
            ))}
          </fieldset>
          <TextField
            ref={wordsRef}
            label={usual === null ? ownReason : messages.decide.details}
            maxLength={countRoomLeft(usual)}
            value={words}
            error={tried && reason === '' ? reasonMissing : undefined}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot start={footNote}>
        {cancel}
        <Button type="submit" form={formId} variant="danger" shortcut="Mod+Enter">
          {submitText}
        </Button>
      </DialogFoot>
    </>
  );
}
