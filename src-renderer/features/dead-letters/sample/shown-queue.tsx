import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { QueueFailure } from '../queues/queue-failure.tsx';
import type { QueuesReading } from '../queues/use-queues.ts';
import { QueuePane } from './queue-pane.tsx';
import type { QueuePaneProps } from './queue-pane.tsx';
import { firstToOpen } from './use-open-queue.ts';

interface ShownQueueProps extends Omit<QueuePaneProps, 'queue'> {
  readonly reading: QueuesReading;
  readonly open: string | null;
}

/** The queue that is open, or why there is none to show. */
export function ShownQueue({ reading, open, ...props }: ShownQueueProps) {
  const { queues, failure, isReading, readAgain } = reading;
  if (queues === undefined) {
    return failure === undefined ? null : (
      <QueueFailure
        failure={failure}
        title="The queues were not read"
        notDone="No queue is shown. Nothing was received and nothing was changed."
        onRetry={readAgain}
        isRetrying={isReading}
      />
    );
  }
  const row = queues.queues.find(({ name }) => name === open);
  if (row?.queue) {
    return <QueuePane key={row.name} {...props} queue={row.queue} />;
  }
  if (row !== undefined) {
    return (
      <ErrorState
        title={`${row.name} was not read`}
        happened={row.failure ?? 'No reason was given.'}
        notDone="Nothing of this queue is shown. Nothing was received and nothing was changed."
        next="The other queues are read by themselves. This one is asked again every 15 seconds."
        onRetry={readAgain}
        retrying={isReading}
      />
    );
  }
  const first = firstToOpen(queues.queues);
  if (first === null) {
    return (
      <EmptyState title="This connection names no dead-letter queue">
        <p>
          Name the queues in connections.json, or a queue whose messages end in one: which queues send where
          is then asked of SQS. Settings, connections, says which file it is.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`This connection has no dead-letter queue ${open ?? ''}`}
      actions={
        <Button size="sm" onClick={() => props.go({ queue: first, group: null, message: null }, 'replace')}>
          {`Open ${first}`}
        </Button>
      }
    >
      <p>It may belong to another connection or have another name here.</p>
    </EmptyState>
  );
}
