import { Icon } from '#renderer/ui/icon.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import type { Finding } from '#shared/contract/review-rules.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import { ruleMessages } from './rule-messages.ts';
import styles from './rule-list.module.css';

interface RuleListProps {
  readonly findings: readonly Finding[];
  /** False where the pipeline enforces no rules. */
  readonly isKept: boolean;
  readonly onGo: (place: Place) => void;
}

/** Lists the checks that fail with the edits so far. Each leads to the place to look at first. */
export function RuleList({ findings, isKept, onGo }: RuleListProps) {
  if (findings.length === 0) return null;
  return (
    <section className={styles.rules} data-rules="" aria-label={ruleMessages.title}>
      <h3 className={styles.title}>
        {ruleMessages.title}
        <Kbd keys={pageKeys.review.nextFailure} decorative />
        {isKept ? null : <span className={styles.where}>{ruleMessages.onThisMachine}</span>}
      </h3>
      <ul>
        {findings.map(({ rule, weight, places, says }) => (
          <li key={`${rule} ${says}`}>
            <FindingRow weight={weight} says={says} place={places[0]} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FindingRowProps {
  readonly weight: Finding['weight'];
  readonly says: string;
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
}

function FindingRow({ weight, says, place, onGo }: FindingRowProps) {
  const content = (
    <>
      <Icon name={weight === 'note' ? 'info' : 'warning'} size={12} />
      <span>{says} </span>
      <span className={styles.weight}>{ruleMessages.weights[weight]}</span>
    </>
  );
  if (place === undefined) {
    return (
      <span className={styles.finding} data-weight={weight}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" className={styles.finding} data-weight={weight} onClick={() => onGo(place)}>
      {content}
    </button>
  );
}
