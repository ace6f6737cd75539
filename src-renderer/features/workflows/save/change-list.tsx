import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { shareWords, thresholdFields } from '../threshold-words.ts';
import styles from './save.module.css';

interface ChangeListProps {
  readonly from: Pick<Workflow, 'confidenceThreshold' | 'reviewThreshold'>;
  readonly to: Thresholds;
}

/** What is live, what it becomes, and that the two are in order. */
export function ChangeList({ from, to }: ChangeListProps) {
  return (
    <>
      <dl className={styles.changes}>
        {thresholdFields.map((field) => (
          <div key={field} className={styles.change} data-same={from[field] === to[field] || undefined}>
            <dt>{field}</dt>
            <dd>
              <span className={styles.old}>{shareWords(from[field])}</span>
              <Icon name="right" size={12} />
              <VisuallyHidden> becomes </VisuallyHidden>
              <span className={styles.new}>{shareWords(to[field])}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.order}>
        <Icon name="check" size={14} />
        {`0 ≤ ${shareWords(to.confidenceThreshold)} ≤ ${shareWords(to.reviewThreshold)} ≤ 1, in order`}
      </p>
    </>
  );
}
