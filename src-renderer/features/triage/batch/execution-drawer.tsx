import { useQuery } from '@tanstack/react-query';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Execution } from '#shared/contract/triage/executions.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { DialogBody } from '#renderer/ui/dialog/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer/drawer.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import styles from './execution-drawer.module.css';
import { ExecutionFacts } from './execution-facts.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { RunChooser } from './run-chooser.tsx';
import { runAtHand } from './run-options.ts';

export interface ExecutionDrawerProps {
  readonly batch: Batch;
  readonly run: number | null;
  readonly onRun: (run: number) => void;
  readonly now: number;
  readonly onClose: () => void;
  readonly whyNot: string | undefined;
  readonly onReprocessFailed: () => void;
}

/** The execution of one run, and what can be done about it. It is described when this is opened, and not before. */
export function ExecutionDrawer(props: ExecutionDrawerProps) {
  const { batch, onRun, onClose } = props;
  const run = runAtHand(batch, props.run);
  return (
    <Drawer
      open
      onClose={onClose}
      title={run === null ? 'Execution' : `Execution ${batch.batchId}-r${String(run)}`}
      aside={run === null ? undefined : <RunChooser batch={batch} run={run} onRun={onRun} />}
    >
      <DialogBody>
        {run === null ? (
          <EmptyState title="This batch has not started yet">
            An execution is started when its files have arrived.
          </EmptyState>
        ) : (
          <OpenExecution key={run} {...props} run={run} />
        )}
      </DialogBody>
    </Drawer>
  );
}

function OpenExecution(props: ExecutionDrawerProps & { readonly run: number }) {
  const { batch, run, now, onClose, whyNot, onReprocessFailed } = props;
  const { batchId } = batch;
  const planning = usePlanning();
  // As it is now: a description from an hour ago would offer what is no longer possible.
  const query = useQuery({
    ...operationOptions('executions.read', { batchId, run }),
    refetchOnMount: 'always',
  });
  useShowReceipt('execution', query.data?.receipt);
  const execution: Execution | undefined = query.data?.value;

  /** One dialog at a time: the plan's takes the place of this one. */
  function instead(open: () => void): () => void {
    return () => {
      onClose();
      open();
    };
  }

  if (execution === undefined) {
    return query.error === null ? (
      <SkeletonRows rows={5} label="Reading the execution" />
    ) : (
      <PartFailure
        failure={failureOf(query.error)}
        title="The execution was not described"
        notDone="Nothing is offered to be done with it. Its documents can still be reprocessed as a new run."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className={styles.execution}>
      <ExecutionFacts execution={execution} now={now} />
      <ExecutionActions
        execution={execution}
        failed={batch.counts.FAILED ?? 0}
        whyNot={whyNot}
        onRedrive={instead(() => planning.plan({ kind: 'redrive-execution', batchId, run }))}
        onReprocess={instead(onReprocessFailed)}
        onStop={instead(() => planning.plan({ kind: 'stop-execution', batchId, run }))}
      />
    </div>
  );
}
