import { useId, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';

interface TypedConfirmationDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly aside?: ReactNode;
  /** The person must type this text, such as a count or the environment's name. */
  readonly expected: string;
  /** The prompt reads for example "Type 4 to go on". */
  readonly prompt: string;
  readonly confirmLabel: string;
  /** Copper is for actions that write to production, and red for those that cannot be undone. */
  readonly tone: 'danger' | 'production' | 'primary';
  readonly onConfirm: () => void;
  readonly running?: boolean | undefined;
  readonly children: ReactNode;
}

export function TypedConfirmationDialog(props: TypedConfirmationDialogProps) {
  const { open, onClose, title, aside, confirmLabel, tone, running, children } = props;
  const formId = useId();
  const fieldRef = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      aside={aside}
      size="sm"
      sticky
      initialFocus={fieldRef}
    >
      <DialogBody>
        {children}
        <ConfirmationForm {...props} formId={formId} fieldRef={fieldRef} />
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} variant={tone} loading={running}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** This mounts with the popup, so that text typed for one plan is gone before the next. */
function ConfirmationForm(
  props: TypedConfirmationDialogProps & { formId: string; fieldRef: RefObject<HTMLInputElement | null> },
) {
  const { expected, prompt, onConfirm, formId, fieldRef } = props;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() === expected) onConfirm();
    else {
      setRefused(true);
      fieldRef.current?.focus();
    }
  }

  return (
    <form id={formId} onSubmit={onSubmit}>
      <TextField
        ref={fieldRef}
        label={prompt}
        mono
        value={typed}
        error={refused && typed.trim() !== expected ? mismatch(typed, expected) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}

function mismatch(typed: string, expected: string): string {
  return typed.trim() === '' ? `Type ${expected}.` : `This says ${typed.trim()}. Type ${expected}.`;
}
