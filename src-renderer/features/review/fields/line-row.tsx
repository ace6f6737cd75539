import { memo, useCallback, useId, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import {
  lineColumns,
  type Edit,
  type LineColumn,
  type ReviewLine,
} from '#shared/contract/review-document.ts';
import { cellPlace, isDecided, type Place, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { cellType } from '#shared/domain/review/normalised-value.ts';
import { messages } from '../messages.ts';
import { findLineMark, MarkSign } from './field-mark.tsx';
import { toShownValue } from './field-messages.ts';
import styles from './line-table.module.css';
import { useTypedEdit } from './use-typed-edit.ts';

interface LineRowProps extends Readonly<Record<LineColumn, Edit | undefined>> {
  readonly line: ReviewLine;
  readonly index: number;
  /** A person has added the line, so it was nothing before. */
  readonly isNew: boolean;
  /** The product of quantity and unit price, if it differs from the amount. */
  readonly comesTo: string | null;
  readonly toDecide: ReadonlySet<Place>;
  readonly mode: ReviewMode;
  readonly reviewThreshold: number | null;
  readonly focusedColumn: string | undefined;
  readonly isTabStop: boolean;
  readonly describedBy: string | undefined;
  /** Replaces the text of the focused cell. */
  readonly typing: ReactNode;
}

/** The row is memoised and has no callbacks, like a field's row, because there may be five hundred. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, isNew, comesTo, toDecide, reviewThreshold, focusedColumn, typing } = props;
  const { confidence } = line;
  const asked = lineColumns.filter((column) => toDecide.has(cellPlace(index, column)));
  const isOpen = asked.some((column) => !isDecided(props[column]));
  const isUnsure = confidence !== null && reviewThreshold !== null && confidence < reviewThreshold;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-focused={focusedColumn !== undefined || undefined}
      data-new={isNew || undefined}
    >
      {lineColumns.map((column) => {
        const isFocused = focusedColumn === column;
        const shown = toShownValue(line[column], props[column]);
        const was = isNew ? null : shown.was;
        // A column of numbers has no room for "not on the document".
        const [kind, text] = shown.kind === 'absent' ? ['empty', 'empty'] : [shown.kind, shown.text];
        return (
          <td
            key={column}
            className={styles.cell}
            data-place={cellPlace(index, column)}
            data-column={column}
            data-kind={kind}
            data-edited={was === null && kind !== 'unreadable' ? undefined : ''}
            tabIndex={props.isTabStop && column === 'description' ? 0 : -1}
            aria-selected={isFocused}
            aria-describedby={isFocused ? props.describedBy : undefined}
          >
            {isFocused && typing !== undefined ? (
              typing
            ) : (
              <>
                <bdi className={styles.text} title={was === null ? text : messages.fields.textWas(text, was)}>
                  {text}
                </bdi>
                {was === null ? null : <VisuallyHidden>{messages.fields.wasAfterText(was)}</VisuallyHidden>}
              </>
            )}
            {column === 'description' && comesTo !== null ? (
              <span className={styles.wrong} title={messages.fields.product(comesTo)}>
                <Icon name="warning" size={12} />
                <span className={styles.comesTo}>{messages.fields.comesTo}</span>
                {comesTo}
              </span>
            ) : null}
          </td>
        );
      })}
      <td className={styles.confidence}>
        <MarkSign
          mark={isNew ? 'you' : findLineMark(asked.length > 0, { isOpen, isUnsure, mode: props.mode })}
        />
        {isNew ? messages.lines.isNew : confidence === null ? '–' : confidence.toFixed(2)}
      </td>
    </tr>
  );
});

interface RemovedRowProps {
  readonly line: ReviewLine | undefined;
  readonly from: number;
  readonly onRestore: (() => void) | undefined;
}

/** A deleted line stays visible where it was, until the document is decided. */
export function RemovedRow({ line, from, onRestore }: RemovedRowProps) {
  const values = lineColumns.map((column) => line?.[column] ?? '').filter((value) => value !== '');
  return (
    <tr className={styles.removed}>
      <td colSpan={5}>
        <span className={styles.removedText}>
          {messages.lines.removed(from + 1)} <del>{values.join(' · ')}</del>
        </span>
        {onRestore === undefined ? null : (
          <Button variant="ghost" size="sm" icon="undo" tabIndex={-1} onClick={onRestore}>
            {messages.lines.restore(from + 1)}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface CellInputProps {
  readonly label: string;
  readonly column: string;
  readonly read: string;
  readonly edit: Edit | undefined;
  /** The amounts of the document, which show how it writes its own. */
  readonly amounts: readonly string[];
  readonly isLocked: boolean;
  readonly onEdit: (edit: Edit | null) => void;
  readonly onSaved: (how: 'enter' | 'tab') => void;
  readonly onTab: () => boolean;
  readonly onLeft: () => void;
}

/** Edits a cell, starting with its text selected. */
export function CellInput({
  label,
  column,
  read,
  edit,
  amounts,
  isLocked,
  onEdit,
  onSaved,
  onTab,
  onLeft,
}: CellInputProps) {
  const id = useId();
  const type = cellType(column);
  const { input, problem, keepHint, isWarned } = useTypedEdit({
    read,
    edit,
    type,
    amounts,
    isLocked,
    onEdit,
    onSaved,
    onTab,
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
        aria-invalid={isWarned || undefined}
        aria-describedby={problem === null ? undefined : id}
      />
      {problem === null ? null : (
        <span id={id} className={styles.problem} role={isWarned ? 'alert' : undefined}>
          {problem} {keepHint}
        </span>
      )}
    </>
  );
}
