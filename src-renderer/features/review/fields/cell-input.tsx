import { useCallback, useId } from 'react';
import type { Edit } from '#shared/contract/review/decisions.ts';
import { useTypedEdit } from './use-typed-edit.ts';
import styles from './lines.module.css';

interface CellInputProps {
  readonly label: string;
  readonly column: string;
  readonly read: string;
  readonly edit: Edit | undefined;
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onSaved: (how: 'enter' | 'tab') => void;
  readonly onLeft: () => void;
}

/** A cell that is typed in, with its text selected. */
export function CellInput({ label, column, read, edit, isLocked, onEdit, onSaved, onLeft }: CellInputProps) {
  const id = useId();
  const type = typeOf(column);
  const { input, problem, keepHint, isTold } = useTypedEdit({
    read,
    edit,
    type,
    isLocked,
    onEdit,
    onSaved,
    onLeft,
  });
  const takeFocus = useCallback((element: HTMLInputElement | null) => {
    element?.focus({ preventScroll: true });
    element?.select();
  }, []);
  return (
    <>
      <input
        ref={takeFocus}
        type="text"
        {...input}
        className={styles.input}
        maxLength={2_000}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        aria-label={label}
        aria-invalid={isTold || undefined}
        aria-describedby={problem === null ? undefined : id}
      />
      {problem === null ? null : (
        <span id={id} className={styles.problem} role={isTold ? 'alert' : undefined}>
          {problem} {keepHint}
        </span>
      )}
    </>
  );
}

/** As a workflow's schema types fields; the columns of lines are the same everywhere. */
function typeOf(column: string): string {
  if (column === 'description') return 'text';
  return column === 'quantity' ? 'number' : 'money';
}
