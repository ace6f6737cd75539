import { useQuery } from '@tanstack/react-query';
import type { OpenCause } from '#shared/contract/incidents.ts';
import type { FleetBatch } from '#shared/contract/fleet.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { TenantName } from '#renderer/contract/names.tsx';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { FailureMessage } from '#renderer/ui/failure-message.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { CauseBatches, NotRead, useFailedBatches } from './cause-batches.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

interface EvidenceProps {
  readonly fingerprint: string;
  readonly read: OpenCause;
  readonly person: PersonHere;
  readonly onOpenBatch: (tenantId: string, batchId: string, documentId?: string) => void;
}

const batchesToSample = 3;

/** Shows where the cause stands now: its batches, and some of its documents. */
export function CauseEvidence(props: EvidenceProps) {
  return (
    <>
      <CauseBatches {...props} />
      <CauseDocuments {...props} />
    </>
  );
}

/** Shows a message as it was written, and some documents of the cause. */
function CauseDocuments({ fingerprint, read, onOpenBatch }: Omit<EvidenceProps, 'person'>) {
  const failed = useFailedBatches(fingerprint);
  const batches = chooseBatches(read, failed.data?.pages[0]?.value.rows ?? []);
  const query = useQuery({
    ...operationOptions('incidents.samples', { fingerprint, batches }),
    enabled: !failed.isPending && batches.length > 0,
  });
  const now = useNow(30_000);
  useShowReceipt('documents', query.data?.receipt);
  const samples = query.data?.value;
  const words = messages.documents;
  const [message, ...others] = samples?.documents.flatMap((document) => document.message ?? []) ?? [];
  const count = `${samples?.read.isAtLeast === true ? 'at least ' : ''}${grouped(samples?.read.count ?? 0)}`;
  return (
    <section className={styles.part} aria-label={words.title}>
      <PaneHead title={words.title} level={2} hint={samples === undefined ? undefined : words.from(count)} />
      {query.isFetching && samples === undefined ? <SkeletonRows rows={3} label={words.title} /> : null}
      {query.error !== null && samples === undefined ? (
        <NotRead
          said={`${words.notRead} ${toFailure(query.error).message}`}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {!failed.isPending && batches.length === 0 ? <p className={styles.said}>{words.noBatch}</p> : null}
      {message === undefined ? null : (
        <figure className={styles.message}>
          <figcaption>{words.sample}</figcaption>
          <FailureMessage message={message} others={others} most={600} />
        </figure>
      )}
      {samples?.problems.map((problem) => (
        <p key={problem} className={styles.said}>
          {problem}
        </p>
      ))}
      {samples !== undefined && samples.documents.length === 0 && samples.problems.length === 0 ? (
        <p className={styles.said}>{words.none}</p>
      ) : null}
      <ul className={styles.rows}>
        {samples?.documents.map(({ tenantId, batchId, documentId, fileName, failedAt }) => (
          <li key={`${tenantId} ${batchId} ${documentId}`}>
            <button
              type="button"
              className={styles.row}
              onClick={() => onOpenBatch(tenantId, batchId, documentId)}
            >
              <span className={styles.rowName}>{fileName ?? documentId}</span>
              <span className={styles.rowEnd}>
                <TenantName tenantId={tenantId} />
              </span>
              {failedAt === null ? null : (
                <span className={styles.rowTime}>
                  <RelativeTime at={Date.parse(failedAt)} now={now} focusable={false} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Batches that stand failed now have such documents; the newest batches of customers may have been repaired since. */
function chooseBatches(
  { customers }: OpenCause,
  failed: readonly FleetBatch[],
): { readonly tenantId: string; readonly batchId: string }[] {
  const newest = customers.flatMap(({ tenantId, batches: [batch] }) =>
    batch === undefined ? [] : [{ tenantId, batchId: batch.batchId }],
  );
  const all = [...failed.map(({ tenantId, batchId }) => ({ tenantId, batchId })), ...newest];
  const unique = new Map(all.map((batch) => [JSON.stringify(batch), batch]));
  return [...unique.values()].slice(0, batchesToSample);
}
