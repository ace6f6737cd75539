import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { useSingleKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Filing, ReviewDocument } from '#shared/contract/review-document.ts';
import type { FilingKind } from '#shared/domain/review/filing.ts';
import { isSubmitKey, isTyping, useDialogKeys } from '../decide/dialog-rules.ts';
import { messages as review } from '../messages.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { nameWorkflow, type WorkflowChoice, type WorkflowChoices } from './use-filing.ts';
import styles from './filing.module.css';

export interface FormProps {
  readonly kind: FilingKind;
  readonly document: ReviewDocument;
  readonly onFile: (filing: Filing, reason: string) => void;
  /** Opens the dialog of a rejection in its place. */
  readonly onReject: () => void;
  readonly onClose: () => void;
}

interface WorkflowSelectProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly options: readonly WorkflowChoice[];
  /** The workflow that the document is in now. */
  readonly own?: WorkflowChoice | undefined;
  readonly value: string | null;
  readonly choices: WorkflowChoices;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Chooses a workflow of the tenant. */
export function WorkflowSelect({
  label,
  labelHidden,
  options,
  own,
  value,
  choices,
  error,
  onChange,
}: WorkflowSelectProps) {
  const failure = choices.failure === null ? undefined : `${messages.workflowsNotRead} ${choices.failure}`;
  const hint = choices.isRead
    ? choices.isAll
      ? undefined
      : messages.notAllWorkflows
    : messages.loadingWorkflows;
  return (
    <Select
      label={label}
      labelHidden={labelHidden}
      placeholder={messages.chooseWorkflow}
      value={value}
      hint={labelHidden ? undefined : hint}
      error={failure ?? error}
      options={options.map((one) => ({
        value: nameWorkflow(one),
        label: own !== undefined && one.value === own.value ? messages.sameWorkflow(one.label) : one.label,
      }))}
      onChange={onChange}
    />
  );
}

interface FrameProps extends Pick<FormProps, 'kind' | 'onFile' | 'onClose'> {
  readonly cost: string;
  /** The text of the button. */
  readonly run: string;
  /** Says what is missing; undefined where it can be filed. It is shown once the person has tried. */
  readonly problem: string | undefined;
  readonly build: () => Filing;
  readonly onDigit?: (digit: number) => void;
  readonly children: (problem: string | undefined) => ReactNode;
}

/** Ctrl+Enter files it from anywhere in the dialog. */
function isFilingKey(event: globalThis.KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
}

/** The parts that all kinds share: the effect, the reason, the price and that it cannot be undone. */
export function Frame({ kind, cost, run, problem, build, onDigit, children, onFile, onClose }: FrameProps) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const listens = useSingleKeys();
  const [reason, setReason] = useState<string>(messages.usualReason[kind]);
  const [tried, setTried] = useState(false);
  const isReasonMissing = reason.trim() === '';

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    setTried(true);
    if (problem !== undefined)
      formRef.current?.querySelector<HTMLElement>('[data-first], button, input')?.focus();
    else if (isReasonMissing) reasonRef.current?.focus();
    else onFile(build(), reason.trim());
  }

  /** The list of workflows uses Enter itself, so the key is taken before it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (!isFilingKey(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  useDialogKeys(formRef, (event) => {
    const digit = Number(event.key);
    if (isFilingKey(event) || (isSubmitKey(event) && isTyping(event))) submit();
    else if (listens && onDigit !== undefined && digit > 0 && !isTyping(event)) onDigit(digit);
    else return false;
    return true;
  });

  return (
    <>
      <DialogBody>
        <DialogDescription>{messages.effect[kind]}</DialogDescription>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields in it */}
        <form
          ref={formRef}
          id={formId}
          className={styles.form}
          onSubmit={submit}
          onKeyDownCapture={onKeyDown}
          noValidate
        >
          {children(tried ? problem : undefined)}
          <TextField
            ref={reasonRef}
            label={messages.reason}
            maxLength={500}
            value={reason}
            error={tried && isReasonMissing ? messages.reasonMissing : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Note tone="warn">
            {messages.noUndo[kind]} {messages.editsStay}
          </Note>
        </form>
      </DialogBody>
      <DialogFoot start={cost}>
        <Button variant="ghost" onClick={onClose}>
          {review.common.cancel}
        </Button>
        <Button type="submit" form={formId} variant="primary" shortcut="Mod+Enter">
          {run}
        </Button>
      </DialogFoot>
    </>
  );
}
