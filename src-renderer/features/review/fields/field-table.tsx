import { Fragment, memo, useMemo } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { ConfidenceBar, type KnownThresholds } from '#renderer/ui/confidence-bar.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import type { Accuracy } from '#shared/contract/review-figures.ts';
import type { Edit, Flag, ReviewDocument, ReviewField } from '#shared/contract/review-document.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import type { Choice } from '#shared/domain/review/choose-reading.ts';
import {
  editAt,
  fieldLabel,
  type Edits,
  type Place,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { maskAccountNumber } from '#shared/domain/review/masked-value.ts';
import { listPrintedAmounts } from '#shared/domain/review/understood-value.ts';
import { whyFlagged } from '#shared/domain/review/why-flagged.ts';
import { messages } from '../messages.ts';
import { ruleMessages } from './rule-messages.ts';
import { flagLooks } from '../queue/queue-messages.ts';
import { listAgainstApproval } from '#shared/domain/review/rules.ts';
import { listCandidates } from './candidates.tsx';
import { FieldDetails } from './field-details.tsx';
import { findFieldMark, MarkSign } from './field-mark.tsx';
import {
  describeAccuracy,
  findCurrency,
  scoreRanks,
  toShownValue,
  explainNoColour,
} from './field-messages.ts';
import styles from './fields.module.css';
import type { PlaceActions } from './use-place-focus.ts';

interface FieldTableProps {
  /** The id of the document. Its rows may be reused for another document a moment later. */
  readonly id: string;
  readonly document: ReviewDocument;
  readonly mode: ReviewMode;
  readonly edits: Edits;
  readonly toDecide: ReadonlySet<Place>;
  readonly focused: Place | null;
  /** The checks that fail with the edits so far. */
  readonly findings: readonly Finding[];
  /** The reading of the focused field that the rules speak for. */
  readonly choice: Choice | null;
  /** Explains why Enter did not decide the focused field. */
  readonly refusal: string | null;
  readonly accuracy: Accuracy | undefined;
  readonly isLocked: boolean;
  readonly whyId: string;
  readonly actions: PlaceActions;
  /** True if account numbers are shown whole. */
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

/** Shows the fields, and the details of the focused one below it. */
export function FieldTable(props: FieldTableProps) {
  const { id, document, edits, toDecide, focused, accuracy, isLocked, whyId, actions, isRevealed } = props;
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
        plain: explainNoColour(accuracy, field.name),
      })),
    [fields, accuracy],
  );
  const amounts = useMemo(() => listPrintedAmounts(document), [document]);
  if (fields.length === 0) return null;
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows are gone through by key
      role="grid"
      aria-label={messages.fields.table}
      className={styles.table}
    >
      <tbody className={styles.body}>
        {rows.map(({ field, label, ranks, plain }, at) => {
          const { name } = field;
          const edit = editAt(edits, name);
          const isFocused = name === focused;
          const own = props.findings.filter(({ places }) => places.includes(name));
          const failed = listAgainstApproval(own)[0];
          return (
            <Fragment key={name}>
              <FieldRow
                field={field}
                label={label}
                edit={edit}
                isAsked={toDecide.has(name)}
                failed={failed === undefined ? null : ruleMessages.fails[failed.rule]}
                failedWhy={failed?.says}
                mode={props.mode}
                isFocused={isFocused}
                // A reviewer compares the focused number with the page, so it is whole.
                isMasked={!isRevealed && !isFocused}
                onReveal={props.onReveal}
                isTabStop={at === 0}
                thresholds={thresholds}
                scoreRanks={ranks}
                whyNoColour={plain}
                describedBy={isFocused ? whyId : undefined}
              />
              {isFocused ? (
                <FieldDetails
                  // The key discards a half-typed value of the previous document.
                  key={id}
                  whyId={whyId}
                  field={field}
                  label={label}
                  edit={edit}
                  isLocked={isLocked}
                  currency={findCurrency(document, edits)}
                  amounts={amounts}
                  candidates={listCandidates(document, name)}
                  choice={props.choice}
                  findings={own}
                  refusal={props.refusal}
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
  /** True if a person has to review this place. */
  readonly isAsked: boolean;
  /** Names the check that fails here, if an approval has to get past it. */
  readonly failed: string | null;
  readonly failedWhy: string | undefined;
  readonly mode: ReviewMode;
  readonly isFocused: boolean;
  /** True if only the last characters of an account number are shown. */
  readonly isMasked: boolean;
  readonly onReveal: () => void;
  /** True for the one row that Tab reaches, until the focus has moved. */
  readonly isTabStop: boolean;
  readonly thresholds: KnownThresholds;
  /** True if right values score higher than wrong ones, so that the score may be coloured. */
  readonly scoreRanks: boolean;
  readonly whyNoColour: string | null;
  readonly describedBy: string | undefined;
}

/**
 * The row is memoised and has no callback of its own. The pane listens for all rows, so moving the focus redraws only
 * two.
 */
const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, label, edit, isAsked, mode, isFocused, isMasked, thresholds } = props;
  const shown = toShownValue(field.value, edit, field.absent);
  const { kind } = shown;
  const mask = (value: string) => (isMasked ? maskAccountNumber(field.type, value) : value);
  const [text, was] = [mask(shown.text), shown.was === null ? null : mask(shown.was)];
  const mark = findFieldMark(field, { edit, isAsked, mode, hasFailed: props.failed !== null });
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
        {text === shown.text ? null : (
          <IconButton
            icon="reveal"
            size="sm"
            label={messages.fields.reveal}
            shortcut={pageKeys.review.reveal}
            // The row has one stop for Tab, and the key works anywhere.
            tabIndex={-1}
            className={styles.reveal}
            onClick={props.onReveal}
          />
        )}
        {was === null ? null : (
          <span className={styles.was} title={messages.fields.was(was)}>
            {messages.fields.wasBefore} <del>{was}</del>
          </span>
        )}
        {props.failed !== null && !isFocused ? (
          <span className={styles.flags} data-failed="" title={props.failedWhy}>
            {props.failed}
          </span>
        ) : mark === 'needs you' && field.flags.length > 0 && !isFocused ? (
          <span className={styles.flags} title={field.flags.map(nameFlag).join(', ')}>
            {nameMainFlag(field.flags)}
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

/** Names the flag that says most. The details below a focused row show the others. */
function nameMainFlag(flags: readonly Flag[]): string {
  const main = ranked.find((flag) => flags.includes(flag));
  return main === undefined ? '' : nameFlag(main);
}

/** "readings differ" */
function nameFlag(flag: Flag): string {
  return flagLooks.find((look) => look.flag === flag)?.long.toLowerCase() ?? flag;
}

const ranked: readonly Flag[] = ['readers disagree', 'check failed', 'below threshold'];
