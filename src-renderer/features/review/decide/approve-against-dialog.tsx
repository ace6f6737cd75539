import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import { messages } from '../messages.ts';
import { ruleMessages } from '../fields/rule-messages.ts';
import styles from './decide.module.css';
import {
  composeReason,
  countRoomLeft,
  findFocusedRow,
  isSubmitKey,
  isTyping,
  useDialogKeys,
} from './dialog-rules.ts';

interface ApproveAgainstDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  /** The rules that fail, the heaviest first. */
  readonly findings: readonly Finding[];
  /** False where the pipeline enforces no rules. */
  readonly isKept: boolean;
  readonly onApprove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Says which rules stop the approval, and asks for the reason to approve anyway. */
export function ApproveAgainstDialog(props: ApproveAgainstDialogProps) {
  const { open, fileName, onApprove, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={ruleMessages.approveTitle(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <ReasonForm
        {...props}
        // A second Enter during the closing animation would approve the next document.
        onApprove={(reason) => (open ? onApprove(reason) : undefined)}
      />
    </Dialog>
  );
}

/** This form mounts with the popup, so the reason for one document is gone before the next. */
function ReasonForm({ findings, isKept, onApprove, onClose }: ApproveAgainstDialogProps) {
  const [formId, name] = [useId(), useId()];
  const listens = useSingleKeys();
  const formRef = useRef<HTMLFormElement>(null);
  const wordsRef = useRef<HTMLInputElement>(null);
  const [usual, setUsual] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const reason = composeReason(usual, words);
  const isForTwo = findings.some(({ weight }) => weight === 'stop for two');

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (reason === '') wordsRef.current?.focus();
    else onApprove(reason);
  }

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
        <ul className={styles.findings}>
          {findings.map(({ rule, weight, says }) => (
            <li key={`${rule} ${says}`} data-weight={weight}>
              <Icon name="warning" size={12} />
              {says}
            </li>
          ))}
        </ul>
        <DialogDescription>
          {ruleMessages.approveEffect}
          {isForTwo ? ` ${isKept ? ruleMessages.forTwo : ruleMessages.forTwoUnknown}` : null}
        </DialogDescription>
        <form ref={formRef} id={formId} className={styles.form} onSubmit={submit} noValidate>
          <fieldset className={styles.reasons}>
            <legend className={styles.legend}>{messages.decide.reason}</legend>
            {reasons.map((text, at) => (
              <label key={text} className={styles.reason}>
                <input type="radio" name={name} checked={usual === text} onChange={() => setUsual(text)} />
                <span className={styles.reasonText}>{text}</span>
                <Kbd keys={String(at + 1)} decorative />
              </label>
            ))}
          </fieldset>
          <TextField
            ref={wordsRef}
            label={usual === null ? ruleMessages.ownReason : messages.decide.details}
            maxLength={countRoomLeft(usual)}
            value={words}
            error={tried && reason === '' ? ruleMessages.reasonMissing : undefined}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot start={isKept ? undefined : ruleMessages.onlyHere}>
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          {ruleMessages.fix}
        </Button>
        <Button type="submit" form={formId} variant="danger" shortcut="Mod+Enter">
          {ruleMessages.approve}
        </Button>
      </DialogFoot>
    </>
  );
}

const reasons: readonly string[] = ruleMessages.reasons;
