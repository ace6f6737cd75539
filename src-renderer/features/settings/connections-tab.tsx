import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { AddConnection } from './add-connection.tsx';
import { ConnectionProblems } from './connection-problems.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import styles from './connections-tab.module.css';

interface ConnectionsTabProps {
  readonly openConnectionId: string;
  readonly onOpen: (connectionId: string) => void;
}

export function ConnectionsTab({ openConnectionId, onOpen }: ConnectionsTabProps) {
  const query = useQuery(operationOptions('connections.list', {}));

  if (query.error !== null) {
    const { message, reference } = query.error.failure;
    return (
      <ErrorState
        title="The connections could not be read"
        happened={message}
        notDone="The open connection is not affected."
        next="Try again. If it fails once more, look the reference up in the log."
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) return <SkeletonRows label="Reading the connections" rows={3} />;

  const { file, connections, problems } = query.data.value;
  return (
    <div className={styles.tab}>
      <ConnectionProblems problems={problems} />
      <ConnectionsTable connections={connections} openConnectionId={openConnectionId} onOpen={onOpen} />
      <section>
        <PaneHead title="The file" hint="read when the console starts" />
        <div className={styles.file}>
          <code>{file}</code>
          <CopyButton text={file} label="Copy the path of the file" />
        </div>
        <AddConnection alone={connections.length <= 1} />
      </section>
    </div>
  );
}
