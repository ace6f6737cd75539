import { Button } from '#renderer/ui/button/button.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import type { TriagePageProps } from '../triage-page-props.ts';
import styles from './batch-pane.module.css';
import { OpenBatch } from './open-batch.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { useBatch } from '../parts/use-batch.ts';

export type BatchPaneProps = Pick<TriagePageProps, 'address' | 'go' | 'renderItem' | 'find'>;

/** One batch: what it is, why its documents failed, the documents themselves, and what each run did. */
export function BatchPane(props: BatchPaneProps) {
  const { batch: batchId } = props.address;
  return batchId === null ? null : <ReadBatch key={batchId} batchId={batchId} {...props} />;
}

function ReadBatch({ batchId, ...props }: BatchPaneProps & { readonly batchId: string }) {
  const { batch, failure, reading, readAgain } = useBatch(batchId, props.address.tenant);
  if (batch === undefined) {
    return (
      <section className={styles.pane} aria-label="Batch">
        {failure === undefined ? (
          <SkeletonRows rows={9} label={`Reading batch ${batchId}`} />
        ) : failure.code === 'invalid-input' && props.find !== undefined ? (
          <EmptyState
            title="More than one batch has this id"
            actions={
              <Button size="sm" onClick={() => props.find?.(batchId)}>
                Choose a batch
              </Button>
            }
          >
            <p>{failure.message}</p>
          </EmptyState>
        ) : (
          <PartFailure
            failure={failure}
            title={failure.code === 'not-found' ? 'Batch not found' : 'The batch was not read'}
            notDone="No batch is shown, and nothing was changed."
            onRetry={readAgain}
            retrying={reading}
          />
        )}
      </section>
    );
  }
  return (
    <section className={styles.pane} aria-label={`Batch ${batchId}`}>
      {failure === undefined ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing="What was read before is shown."
          action={
            <Button size="sm" loading={reading} onClick={readAgain}>
              Try again
            </Button>
          }
        />
      )}
      <OpenBatch batch={batch} {...props} />
    </section>
  );
}
