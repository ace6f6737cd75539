import type { ConnectionSummary } from '#shared/contract/session.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import styles from './connections-tab.module.css';
import { useFocusWhenOpened } from './use-focus-when-opened.ts';

interface ConnectionsTableProps {
  readonly connections: readonly ConnectionSummary[];
  readonly openConnectionId: string;
  readonly onOpen: (connectionId: string) => void;
}

export function ConnectionsTable({ connections, openConnectionId, onOpen }: ConnectionsTableProps) {
  const { opened, expectFocus } = useFocusWhenOpened(openConnectionId);
  return (
    <div className={styles.scroll} ref={makeScrollReachable}>
      <table className={styles.table} aria-label="Connections">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Environment</th>
            <th scope="col">Account</th>
            <th scope="col">Region</th>
            <th scope="col">Access</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <tr key={connection.id}>
              <th scope="row">
                <span className={styles.name} title={connection.name}>
                  {connection.name}
                </span>
                <span className={styles.id}>{connection.id}</span>
              </th>
              <td>
                <EnvironmentChip environment={connection.environment} />
              </td>
              <td className={connection.accountId === null ? undefined : styles.mono}>
                {connection.accountId ?? 'none needed'}
              </td>
              <td className={styles.mono}>{connection.region}</td>
              <td>{accessWords(connection)}</td>
              <td>
                {connection.id === openConnectionId ? (
                  <span ref={opened} tabIndex={-1} className={styles.open}>
                    <Icon name="check" size={14} /> Open
                  </span>
                ) : (
                  <Button
                    size="sm"
                    aria-label={`Open ${connection.name}`}
                    onClick={() => {
                      expectFocus(connection.id);
                      onOpen(connection.id);
                    }}
                  >
                    Open
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function accessWords({ readOnly, environment }: ConnectionSummary): string {
  if (readOnly) return 'Read-only';
  return environment === 'production' ? 'Opens read-only' : 'Read and write';
}
