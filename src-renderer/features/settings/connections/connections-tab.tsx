import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { withSession } from './connection-words.ts';
import { ConnectionsDesk } from './connections-desk.tsx';

export interface ConnectionsTabProps {
  readonly openConnectionId: string;
  /** The one that is looked at; left out, the open one is. */
  readonly selectedId: string | undefined;
  readonly onSelect: (connectionId: string) => void;
  readonly onOpen: (connectionId: string) => void;
}

export function ConnectionsTab(props: ConnectionsTabProps) {
  const query = useQuery(operationOptions('connections.list', {}));
  const session = useQuery(operationOptions('session.current', {})).data?.value;

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
  const { connections, ...read } = query.data.value;
  return (
    <ConnectionsDesk
      {...props}
      session={session}
      connections={withSession(connections, session)}
      read={read}
    />
  );
}
