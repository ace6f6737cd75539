import { useQuery } from '@tanstack/react-query';
import type { FieldAccuracy } from '#shared/contract/review/accuracy.ts';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { rangeText, shareText } from './accuracy-words.ts';
import { countedText } from './figure-words.ts';
import styles from './findings.module.css';

/** Read when somebody opens it, and kept by main for an hour. */
export function FieldTable({
  workflow: { tenantId, projectId, workflowId },
}: {
  readonly workflow: Workflow;
}) {
  const query = useQuery(operationOptions('review.accuracy', { tenantId, projectId, workflowId }));
  useShowReceipt('accuracy by field', query.data?.receipt);
  if (query.error !== null) {
    return (
      <div className={styles.notRead} role="alert">
        <p>The accuracy by field was not read. {failureOf(query.error).message}</p>
        <Button size="sm" icon="retry" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (query.data === undefined) return <SkeletonRows rows={4} label="Reading the accuracy by field" />;
  const { fields, documents, batches } = query.data.value;
  if (fields.length === 0) {
    return <p className={styles.hint}>No reviewer has decided on a field of this workflow yet.</p>;
  }
  return (
    <>
      <p className={styles.hint}>
        Learnt from {countedText(documents, 'document', 'documents')} of{' '}
        {countedText(batches, 'batch', 'batches')}: flagged fields that reviewers decided, and all fields of
        checks.
      </p>
      <div ref={makeScrollReachable} className={styles.scrolls}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">n</th>
              <th scope="col">Right</th>
              <th scope="col">95 %</th>
              <th scope="col">Its score</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((one) => (
              <tr key={one.field}>
                <th scope="row">{one.field}</th>
                <td>{one.n.toLocaleString('en')}</td>
                <td>{shareText(one.right / one.n)}</td>
                <td>{rangeText(one)}</td>
                <td>{verdictWords(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function verdictWords({ verdict, right, n }: FieldAccuracy): string {
  // A score cannot rank errors where there were none.
  if (right === n && verdict !== 'ranks') return 'no errors seen';
  return { ranks: 'ranks errors', 'does not rank': 'does not rank', 'too few': 'too few' }[verdict];
}
