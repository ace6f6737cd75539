import { memo } from 'react';
import type { Edit } from '#shared/contract/review/decisions.ts';
import type { Flag, ReviewField } from '#shared/contract/review/document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { ConfidenceBar, type KnownThresholds } from '#renderer/ui/confidence-bar/confidence-bar.tsx';
import { fieldMark } from './field-mark.ts';
import { MarkSign } from './mark-sign.tsx';
import { shownValue } from './shown-value.ts';
import styles from './fields.module.css';

export interface FieldRowProps {
  readonly field: ReviewField;
  readonly label: string;
  readonly edit: Edit | undefined;
  /** It is among those that a person has to look at. */
  readonly isAsked: boolean;
  readonly mode: ReviewMode;
  readonly isFocused: boolean;
  /** Tab comes to it, until the focus was on another. */
  readonly isTabStop: boolean;
  readonly thresholds: KnownThresholds;
  /** Its score puts right ones above wrong ones, so it may be coloured. */
  readonly scoreRanks: boolean;
  readonly whyNoColour: string | null;
  readonly describedBy: string | undefined;
}

/** Memoised, and without a callback of its own: the pane listens for all rows, so that going on draws two of them. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, label, edit, isAsked, mode, isFocused, thresholds } = props;
  const { kind, text, was } = shownValue(field.value, edit);
  const mark = fieldMark(field, { edit, isAsked, mode });
  return (
    <tr
      className={styles.row}
      data-place={field.name}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-selected={isFocused}
      aria-describedby={props.describedBy}
    >
      <th scope="row" className={styles.label} title={label}>
        {label}
      </th>
      <td className={styles.value}>
        <bdi className={styles.text} data-kind={kind} title={kind === 'value' ? text : undefined}>
          {text}
        </bdi>
        {was === null ? null : (
          <span className={styles.was} title={`was ${was}`}>
            was <del>{was}</del>
          </span>
        )}
        {mark === 'needs you' && field.flags.length > 0 && !isFocused ? (
          <span className={styles.flags} title={field.flags.join(', ')}>
            {chiefFlag(field.flags)}
          </span>
        ) : null}
      </td>
      <td title={props.whyNoColour ?? undefined}>
        <ConfidenceBar
          confidence={field.confidence}
          thresholds={thresholds}
          colours={props.scoreRanks ? 'doubts' : 'none'}
          fills
        />
      </td>
      <td className={styles.mark}>
        <MarkSign mark={mark} />
      </td>
    </tr>
  );
});

/** The one that says most of where to look; the rest stands below the row when it has the focus. */
function chiefFlag(flags: readonly Flag[]): Flag | undefined {
  return ranked.find((flag) => flags.includes(flag));
}

const ranked: readonly Flag[] = ['readers disagree', 'check failed', 'below threshold'];
