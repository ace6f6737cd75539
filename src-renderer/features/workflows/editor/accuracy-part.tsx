import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldAccuracy } from '#shared/contract/review-figures.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { ScoredDocument } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { sides } from '#shared/domain/thresholds/threshold-draft.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import {
  formatCounted,
  formatRange,
  countRightBySide,
  formatRight,
  formatRoundedShare,
} from './editor-messages.ts';
import styles from './editor.module.css';
import { messages } from '../messages.ts';

interface AccuracyPartProps {
  readonly workflow: Workflow;
  readonly documents: readonly ScoredDocument[];
  readonly draft: Thresholds;
}

/** Shows how often documents were read correctly, where people have reviewed them. */
export function AccuracyPart({ workflow, documents, draft }: AccuracyPartProps) {
  const { confidenceThreshold, reviewThreshold } = draft;
  const right = useMemo(
    () => countRightBySide(documents, { confidenceThreshold, reviewThreshold }),
    [documents, confidenceThreshold, reviewThreshold],
  );
  return (
    <section className={styles.part} aria-labelledby="observed-accuracy">
      <h3 id="observed-accuracy" className={styles.title}>
        {messages.editor.rightAsRead}
      </h3>
      <ul className={styles.changes}>
        {sides.map((side) => (
          <li key={side} className={styles.change}>
            <StatusBadge status={side} />
            <span className={styles.count}>{formatRight(right[side])}</span>
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Popover
          title="Observed accuracy by score"
          align="end"
          className={styles.sheet}
          trigger={
            <Button size="sm" variant="ghost">
              By score
            </Button>
          }
        >
          <BandTable documents={documents} />
        </Popover>
        <Popover
          title="Observed accuracy by field"
          align="end"
          className={styles.sheet}
          trigger={
            <Button size="sm" variant="ghost">
              By field
            </Button>
          }
        >
          <FieldTable workflow={workflow} />
        </Popover>
      </div>
    </section>
  );
}

/** Shows a row for each band of close scores. A band without reviews has no figure. */
function BandTable({ documents }: { readonly documents: readonly ScoredDocument[] }) {
  const bands = useMemo(() => scoreBands(documents).toReversed(), [documents]);
  return (
    <div ref={makeScrollReachable} className={styles.scrolls}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Score</th>
            <th scope="col">Documents</th>
            <th scope="col">Looked at</th>
            <th scope="col">Right</th>
            <th scope="col">95 %</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ from, to, documents: inside, judged, wrong }) => (
            <tr key={from}>
              <th scope="row">
                {from.toFixed(2)} to {to.toFixed(2)}
              </th>
              <td>{inside.length.toLocaleString('en')}</td>
              <td>{judged.toLocaleString('en')}</td>
              <td>{judged === 0 ? 'unknown' : formatRoundedShare((judged - wrong) / judged)}</td>
              <td>{judged === 0 ? '' : formatRange({ right: judged - wrong, n: judged })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Reads the accuracy of each field when it is opened. Main caches the answer for an hour. */
function FieldTable({ workflow: { tenantId, projectId, workflowId } }: { readonly workflow: Workflow }) {
  const query = useQuery(operationOptions('review.accuracy', { tenantId, projectId, workflowId }));
  useShowReceipt('accuracy by field', query.data?.receipt);
  if (query.error !== null) {
    return (
      <div className={styles.notRead} role="alert">
        <p>
          {messages.editor.fieldsNotRead} {toFailure(query.error).message}
        </p>
        <Button size="sm" icon="retry" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (query.data === undefined) return <SkeletonRows rows={4} label={messages.editor.readingFields} />;
  const { fields, documents, batches } = query.data.value;
  if (fields.length === 0) {
    return <p className={styles.hint}>{messages.editor.noDecisions}</p>;
  }
  return (
    <>
      <p className={styles.hint}>
        Based on {formatCounted(documents, 'document', 'documents')} of{' '}
        {formatCounted(batches, 'batch', 'batches')}: flagged fields that reviewers decided, and all fields of
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
                <td>{formatRoundedShare(one.right / one.n)}</td>
                <td>{formatRange(one)}</td>
                <td>{describeVerdict(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function describeVerdict({ verdict, right, n }: FieldAccuracy): string {
  // A score cannot rank errors if there were none.
  if (right === n && verdict !== 'ranks') return 'no errors seen';
  return { ranks: 'ranks errors', 'does not rank': 'does not rank', 'too few': 'too few' }[verdict];
}
