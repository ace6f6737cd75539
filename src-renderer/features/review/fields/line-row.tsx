import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Edit } from '#shared/contract/review/decisions.ts';
import { lineColumns, type LineColumn, type ReviewLine } from '#shared/contract/review/document.ts';
import { isDecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { cellPlace, type Place } from '#shared/domain/review/places.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { lineMark } from './field-mark.ts';
import { MarkSign } from './mark-sign.tsx';
import { shownValue } from './shown-value.ts';
import styles from './lines.module.css';

export interface LineRowProps extends Readonly<Record<LineColumn, Edit | undefined>> {
  readonly line: ReviewLine;
  readonly index: number;
  /** What quantity times unit price comes to, where the amount says something else. */
  readonly comesTo: string | null;
  readonly toDecide: ReadonlySet<Place>;
  readonly mode: ReviewMode;
  readonly reviewThreshold: number | null;
  readonly focusedColumn: string | undefined;
  readonly isTabStop: boolean;
  readonly describedBy: string | undefined;
  /** In place of the focused cell's text. */
  readonly typing: ReactNode;
}

/** Memoised and without callbacks, as a field's row is: there may be five hundred. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, comesTo, toDecide, reviewThreshold, focusedColumn, typing } = props;
  const { confidence } = line;
  const asked = lineColumns.filter((column) => toDecide.has(cellPlace(index, column)));
  const isOpen = asked.some((column) => !isDecided(props[column]));
  const isUnsure = confidence !== null && reviewThreshold !== null && confidence < reviewThreshold;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-focused={focusedColumn !== undefined || undefined}
    >
      {lineColumns.map((column) => {
        const isFocused = focusedColumn === column;
        const { kind, text, was } = shownValue(line[column], props[column]);
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
                <bdi className={styles.text} title={was === null ? text : `${text}, was ${was}`}>
                  {text}
                </bdi>
                {was === null ? null : <VisuallyHidden>, was {was}</VisuallyHidden>}
              </>
            )}
            {column === 'description' && comesTo !== null ? (
              <span className={styles.wrong} title={`Quantity times unit price is ${comesTo}`}>
                <Icon name="warning" size={12} />
                <span className={styles.comesTo}>comes to </span>
                {comesTo}
              </span>
            ) : null}
          </td>
        );
      })}
      <td className={styles.confidence}>
        <MarkSign mark={lineMark(asked.length > 0, { isOpen, isUnsure, mode: props.mode })} />
        {confidence === null ? '–' : confidence.toFixed(2)}
      </td>
    </tr>
  );
});
