import { useCallback, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { undecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { listAgainstApproval, listStops } from '#shared/domain/review/rules.ts';
import type { OnDesk, ReviewFlow } from '../desk/flow/flow-state.ts';
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

interface ApprovalParts {
  readonly flow: ReviewFlow;
  readonly open: OnDesk | undefined;
  readonly mode: ReviewMode;
  /** This person may approve the open document. */
  readonly canAct: boolean;
}

/** Approves the open document, after a dialog where a rule stops the approval. */
export function useApproval({ flow, open, mode, canAct }: ApprovalParts): {
  readonly decide: () => void;
  readonly approving: ReactNode;
} {
  const [asked, setAsked] = useState<OnDesk['key']>();
  const decide = useCallback(() => {
    const { key, document, edits = {}, warned = 0 } = flow.read().open ?? {};
    // What is undecided is told first, and the next press asks for the reason.
    const isTold = document !== undefined && (warned > 0 || undecided(document, edits, mode).length === 0);
    if (canAct && isTold && listStops(findFailures(document, edits)).length > 0) setAsked(key);
    else flow.decide();
  }, [flow, canAct, mode]);
  const document = open?.document;
  const isAsked = open !== undefined && document !== undefined && asked === open.key;
  const findings = isAsked ? listAgainstApproval(findFailures(document, open.edits)) : [];
  const approving = (
    <ApproveAgainstDialog
      open={isAsked}
      fileName={open?.fileName ?? null}
      findings={findings}
      isKept={document?.weights !== null}
      onClose={() => {
        setAsked(undefined);
        const [place] = findings[0]?.places ?? [];
        if (place !== undefined) flow.focus(place);
      }}
      onApprove={(reason) => {
        setAsked(undefined);
        flow.decide(reason);
      }}
    />
  );
  return { decide, approving };
}

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
function ApproveAgainstDialog(props: ApproveAgainstDialogProps) {
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
