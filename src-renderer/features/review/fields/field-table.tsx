import { Fragment, useMemo } from 'react';
import type { Accuracy } from '#shared/contract/review/accuracy.ts';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { editAt, type Edits, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { fieldLabel } from '#shared/domain/review/field-label.ts';
import type { Place } from '#shared/domain/review/places.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { accuracyWords, scoreRanks, whyNoColour } from './accuracy-words.ts';
import { candidatesOf } from './candidates-of.ts';
import { documentCurrency } from './document-currency.ts';
import { FieldDetails } from './field-details.tsx';
import { FieldRow } from './field-row.tsx';
import type { PlaceActions } from './use-steady-actions.ts';
import styles from './fields.module.css';

export interface FieldTableProps {
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
                  found={accuracyWords(accuracy, name, field.confidence)}
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
