import type { OpenDocument } from '#shared/contract/triage/documents.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './document.module.css';

/** What was checked over all fields, how sure the whole is, and what else was read. */
export function Checks({ document }: { readonly document: OpenDocument }) {
  const { checks, lineItems, score, reviewedBy, decision } = document;
  if (checks.length === 0 && lineItems === 0 && score === null && reviewedBy === null) return null;
  return (
    <ul className={styles.checks} aria-label="Checks">
      {score === null ? null : (
        <li>
          score <b>{score.toFixed(2)}</b>
        </li>
      )}
      {lineItems === 0 ? null : (
        <li>{lineItems === 1 ? '1 line item' : `${String(lineItems)} line items`}</li>
      )}
      {checks.map(({ name, passed }) => (
        <li key={name} className={classNames(styles.check, passed ? styles.passed : styles.notPassed)}>
          <Icon name={passed ? 'check' : 'close'} size={12} />
          {name}
          <VisuallyHidden>{passed ? ' passed' : ' failed'}</VisuallyHidden>
        </li>
      ))}
      {reviewedBy === null ? null : (
        <li>
          {decision === 'reject' ? 'rejected' : decision === 'approve' ? 'approved' : 'reviewed'} by{' '}
          {reviewedBy}
        </li>
      )}
    </ul>
  );
}
