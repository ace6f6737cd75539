import type { Edit } from '#shared/contract/review/decisions.ts';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import type { Place } from '#shared/domain/review/places.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CandidateName } from './candidate-name.tsx';
import { candidatesOf } from './candidates-of.ts';
import { WhyLine } from './why-line.tsx';
import details from './details.module.css';
import styles from './lines.module.css';

interface LineDetailsProps {
  readonly document: ReviewDocument;
  readonly place: Place;
  readonly edit: Edit | undefined;
  readonly why: readonly string[];
  readonly whyId: string;
  /** Undefined where nothing can be changed. */
  readonly onDecide: ((edit: Edit) => void) | undefined;
}

/** Below the line whose cell has the focus: why it is asked, and what two colleagues have made of it. */
export function LineDetails({ document, place, edit, why, whyId, onDecide }: LineDetailsProps) {
  const candidates = candidatesOf(document, place);
  if (why.length === 0) return null;
  return (
    <tr className={styles.details} data-details-of={place}>
      <td colSpan={5} className={details.foot}>
        <WhyLine id={whyId} why={why} />
        <span className={details.actions}>
          {candidates.map((candidate, at) => (
            <Button
              key={candidate.by}
              variant="ghost"
              size="sm"
              shortcut={String(at + 1)}
              aria-pressed={edit !== undefined && sameEdit(edit, candidate.edit)}
              disabled={onDecide === undefined}
              onClick={() => onDecide?.(candidate.edit)}
            >
              <CandidateName candidate={candidate} />: {candidate.value ?? 'unreadable'}
            </Button>
          ))}
        </span>
      </td>
    </tr>
  );
}

function sameEdit(one: Edit, other: Edit): boolean {
  return (
    one.kind === other.kind && (one.kind !== 'value' || other.kind !== 'value' || one.value === other.value)
  );
}
