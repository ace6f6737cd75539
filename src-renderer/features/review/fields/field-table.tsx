import { Fragment, memo, useMemo } from 'react';
import { ConfidenceBar, type KnownThresholds } from '#renderer/ui/confidence-bar.tsx';
import type { Accuracy } from '#shared/contract/review.ts';
import type { Edit, Flag, ReviewDocument, ReviewField } from '#shared/contract/review-document.ts';
import {
  editAt,
  fieldLabel,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { candidatesOf } from './candidates.tsx';
import { FieldDetails } from './field-details.tsx';
import { fieldMark, MarkSign } from './field-mark.tsx';
import { describeAccuracy, documentCurrency, scoreRanks, shownValue, whyNoColour } from './field-messages.ts';
import styles from './field-table.module.css';
import type { PlaceActions } from './use-place-focus.ts';

interface FieldTableProps {
  /** Of the document, whose rows may be another's a moment later. */
  readonly id: string;
  readonly document: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  readonly toDecide: ReadonlySet<Place>;
  readonly focused: Place | null;
  readonly accuracy: Accuracy | undefined;
  readonly isLocked: boolean;
  readonly whyId: string;
  readonly actions: PlaceActions;
}

/** The fields, and below the focused one what a person needs to decide on it. */
export function FieldTable(props: FieldTableProps) {
  const { id, document, edits, toDecide, focused, accuracy, isLocked, whyId, actions } = props;
  const { fields } = document;
  const thresholds = useMemo(
    () => ({
      confidenceThreshold: document.thresholds?.confidence ?? null,
      reviewThreshold: document.thresholds?.review ?? null,
    }),
    [document],
  );
  const rows = useMemo(
    () =>
      fields.map((field) => ({
        field,
        label: fieldLabel(field.name),
        ranks: scoreRanks(accuracy, field.name),
        plain: whyNoColour(accuracy, field.name),
      })),
    [fields, accuracy],
  );
  if (fields.length === 0) return null;
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows are gone through by key
      role="grid"
      aria-label="Fields"
      className={styles.table}
    >
      <tbody className={styles.body}>
        {rows.map(({ field, label, ranks, plain }, at) => {
          const { name } = field;
          const edit = editAt(edits, name);
          const isFocused = name === focused;
          return (
            <Fragment key={name}>
              <FieldRow
                field={field}
                label={label}
                edit={edit}
                isAsked={toDecide.has(name)}
                mode={props.mode}
                isFocused={isFocused}
                isTabStop={at === 0}
                thresholds={thresholds}
                scoreRanks={ranks}
                whyNoColour={plain}
                describedBy={isFocused ? whyId : undefined}
              />
              {isFocused ? (
                <FieldDetails
                  // With nothing half typed of the one before.
                  key={id}
                  whyId={whyId}
                  field={field}
                  label={label}
                  edit={edit}
                  isLocked={isLocked}
                  currency={documentCurrency(document, edits)}
                  candidates={candidatesOf(document, name)}
                  why={whyFlagged(document, name, edits)}
                  found={describeAccuracy(accuracy, name, field.confidence)}
                  onEdit={(next) => actions.onEdit(name, next)}
                  onDecide={(next) => actions.onDecide(name, next)}
                  onLeft={() => actions.onLeft(name)}
                />
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface FieldRowProps {
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
const FieldRow = memo(function FieldRow(props: FieldRowProps) {
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
