import type { Edit } from '#shared/contract/review/decisions.ts';
import type { ReviewField } from '#shared/contract/review/document.ts';
import type { Candidate } from './candidates-of.ts';
import { Candidates } from './candidates.tsx';
import { FieldActions } from './field-actions.tsx';
import { readingSize } from './reading-size.ts';
import { TypeItCard } from './type-it-card.tsx';
import { WhyLine } from './why-line.tsx';
import foot from './details-foot.module.css';
import styles from './details.module.css';

export interface FieldDetailsProps {
  /** Of the sentence that says why it is asked. */
  readonly whyId: string;
  readonly field: ReviewField;
  readonly label: string;
  readonly edit: Edit | undefined;
  readonly isLocked: boolean;
  /** Of its amounts, where another field says so. */
  readonly currency: string | null;
  readonly candidates: readonly Candidate[];
  /** Why somebody has to look, in a few words each. */
  readonly why: readonly string[];
  /** What reviewers have found of it at this score. */
  readonly found: string | null;
  readonly onEdit: (edit: Edit | null) => void;
  /** Decided; null: as it stands by now. Then the next one. */
  readonly onDecide: (edit: Edit | null) => void;
  /** Back to the row, which has the page's keys. */
  readonly onLeft: () => void;
}

/** What a person needs to decide on the focused field: both readings, a place to type, and why it is asked. */
export function FieldDetails(props: FieldDetailsProps) {
  const { field, label, edit, isLocked, currency, candidates, onEdit, onDecide } = props;
  const size = readingSize(candidates.map(({ value }) => value ?? ''));
  return (
    <tr className={styles.details} data-details-of={field.name}>
      <td colSpan={4} className={styles.all}>
        <div className={styles.cards} data-size={candidates.length === 0 ? 'none' : size}>
          <Candidates
            field={field}
            candidates={candidates}
            edit={edit}
            onPick={isLocked ? undefined : onDecide}
          />
          <TypeItCard
            label={label}
            read={field.value}
            edit={edit}
            type={field.type}
            unit={field.type === 'money' ? currency : null}
            isLocked={isLocked}
            onEdit={onEdit}
            onSaved={() => onDecide(null)}
            onLeft={props.onLeft}
          />
        </div>
        <div className={foot.foot}>
          <WhyLine id={props.whyId} why={props.why} found={props.found} />
          {isLocked ? null : (
            <FieldActions
              edit={edit}
              // Where there are readings, picking one accepts it.
              canAccept={candidates.length === 0}
              onEdit={onEdit}
              onDecide={onDecide}
            />
          )}
        </div>
      </td>
    </tr>
  );
}
