import { useInfiniteQuery } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Batch, Delivery } from '#shared/contract/pipeline-items.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import styles from './batch.module.css';
import { messages } from '../messages.ts';

interface DeliveriesPartProps {
  readonly batch: Batch;
  readonly now: number;
}

/** Shows the webhook deliveries about the end of a run. They are read only when this part is opened. */
export function DeliveriesPart({ batch: { tenantId, batchId, run }, now }: DeliveriesPartProps) {
  const query = useInfiniteQuery(pagedOptions('batches.deliveries', { tenantId, batchId }));
  useShowReceipt(
    'deliveries',
    query.data?.pages.flatMap(({ receipt }) => receipt ?? []),
  );
  if (query.error !== null && query.data === undefined) {
    return (
      <PartFailure
        failure={toFailure(query.error)}
        title={messages.deliveries.notRead}
        notDone={messages.deliveries.nothingSent}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return <SkeletonRows rows={3} label="Reading webhook deliveries" />;
  const deliveries = query.data.pages
    .flatMap(({ value }) => value.rows)
    .toSorted((a, b) => (b.run ?? 0) - (a.run ?? 0));
  if (deliveries.length === 0) {
    return (
      <EmptyState title={messages.deliveries.none}>
        {run === 0 ? messages.deliveries.notStarted : messages.deliveries.whenListed}
      </EmptyState>
    );
  }
  return (
    <div className={styles.deliveries}>
      <ul className={styles.list}>
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.messageId} delivery={delivery} now={now} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          size="sm"
          variant="ghost"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {messages.documents.readMore}
        </Button>
      ) : null}
    </div>
  );
}

function DeliveryLine({ delivery, now }: { readonly delivery: Delivery; readonly now: number }) {
  const { messageId, run, url, problems, updatedAt } = delivery;
  const at = Date.parse(updatedAt ?? '');
  const { text, tone } = describeDelivery(delivery);
  return (
    <li className={styles.delivery}>
      <div className={styles.first}>
        <span className={styles.deliveriesPartRun}>{run === null ? 'no run' : `run ${String(run)}`}</span>
        <span className={styles.deliveriesPartOutcome} data-tone={tone}>
          {text}
        </span>
        {Number.isNaN(at) ? null : (
          <span className={styles.when}>
            <RelativeTime at={at} now={Math.max(now, at)} />
          </span>
        )}
      </div>
      <div className={styles.fact}>
        <span className={styles.mono} title={url ?? undefined}>
          {url ?? 'no address'}
        </span>
        {url === null ? null : <CopyButton text={url} label="Copy the address" />}
      </div>
      <div className={styles.fact}>
        <span className={styles.mono} title={messageId}>
          {messageId}
        </span>
        <CopyButton text={messageId} label="Copy the message id" />
      </div>
      {problems.length === 0 ? null : <p className={styles.deliveriesPartOdd}>{problems.join('; ')}</p>}
    </li>
  );
}

interface DeliveryOutcome {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

/** "delivered, HTTP 200, 2 attempts" */
export function describeDelivery({
  outcome,
  status,
  attempts,
}: Pick<Delivery, 'outcome' | 'status' | 'attempts'>): DeliveryOutcome {
  const parts: string[] = [outcome ?? messages.deliveries.noOutcome];
  if (status !== null) parts.push(`HTTP ${String(status)}`);
  if (attempts !== null) parts.push(attempts === 1 ? '1 attempt' : `${String(attempts)} attempts`);
  const tone = outcome === 'delivered' ? 'good' : outcome === null ? 'plain' : 'bad';
  return { text: parts.join(', '), tone };
}
