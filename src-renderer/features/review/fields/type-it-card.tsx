import { useId, useState } from 'react';
import type { Edit } from '#shared/contract/review/decisions.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { useTypedEdit } from './use-typed-edit.ts';
import styles from './details.module.css';

interface TypeItCardProps {
  readonly label: string;
  readonly read: string | null;
  readonly edit: Edit | undefined;
  readonly type: string | null;
  /** The currency of an amount. */
  readonly unit: string | null;
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onSaved: () => void;
  readonly onLeft: () => void;
}

/** A value of one's own. What is long is typed on several lines; Shift and Enter begins one. */
export function TypeItCard(props: TypeItCardProps) {
  const { label, read, edit, type, unit, isLocked, onEdit, onSaved, onLeft } = props;
  const id = useId();
  const typed = useTypedEdit({ read, edit, type, isLocked, onEdit, onSaved, onLeft });
  const { input, problem, keepHint, isTold } = typed;
  // Not while it is typed: another element would not have the focus.
  const [rows] = useState(() => rowsFor(input.value));
  const shared = {
    ...input,
    id,
    maxLength: 2_000,
    spellCheck: false,
    autoComplete: 'off',
    dir: 'auto',
    className: styles.input,
    'data-typing': '',
    'aria-invalid': isTold || undefined,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
  } as const;
  return (
    <div className={styles.card} data-typed={edit?.kind === 'value' || undefined}>
      <span className={styles.cardHead}>
        <Kbd keys="E" decorative />
        <label htmlFor={id} className={styles.reader}>
          Type it<VisuallyHidden>: {label}</VisuallyHidden>
        </label>
      </span>
      <span className={styles.box} data-bad={isTold || undefined}>
        {unit === null ? null : <span className={styles.unit}>{unit}</span>}
        {rows > 1 ? <textarea rows={rows} {...shared} /> : <input type="text" {...shared} />}
      </span>
      <span id={`${id}-problem`} className={styles.problem} role={isTold ? 'alert' : undefined}>
        {problem} {keepHint}
      </span>
    </div>
  );
}

/** As many as it fills, and no more than leave the rest of the pane in sight. */
function rowsFor(value: string): number {
  const filled = value
    .split('\n')
    .reduce((rows, line) => rows + Math.ceil((line.length + 1) / lineLength), 0);
  return Math.min(8, Math.max(1, filled));
}

/** Characters that a line has room for. */
const lineLength = 48;
