import type { ConnectionSummary } from '#shared/contract/session.ts';
import { groupedAccount } from '#shared/domain/grouped-account.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { RowList } from '#renderer/ui/row-list/row-list.tsx';
import { accessWords } from './connection-words.ts';
import styles from './connections-desk.module.css';
import { OpenMark } from './open-state.tsx';

interface ConnectionListProps {
  readonly connections: readonly ConnectionSummary[];
  readonly openConnectionId: string;
  readonly shownId: string;
  readonly onSelect: (connectionId: string) => void;
}

export function ConnectionList(props: ConnectionListProps) {
  const { connections, openConnectionId, shownId, onSelect } = props;
  const copyId = useCopyAndTell();
  return (
    // The last row's hairline is the list's own.
    <div className={styles.list} style={{ height: connections.length * rowHeight }}>
      <RowList
        label="Connections"
        rows={connections}
        rowId={({ id }) => id}
        rowHeight={rowHeight}
        openId={shownId}
        primary
        onOpen={({ id }) => onSelect(id)}
        onCopyId={copyId}
      >
        {(connection) => (
          <ConnectionRow connection={connection} isOpen={connection.id === openConnectionId} />
        )}
      </RowList>
    </div>
  );
}

interface ConnectionRowProps {
  readonly connection: ConnectionSummary;
  readonly isOpen: boolean;
}

function ConnectionRow({ connection, isOpen }: ConnectionRowProps) {
  const { name, environment, kind, accountId, region } = connection;
  const access = accessWords(connection);
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {isOpen ? <OpenMark /> : null}
      </div>
      <div className={styles.line}>
        {kind === 'sandbox' || accountId === null ? (
          <span className={styles.quiet}>no account needed</span>
        ) : (
          <>
            <span className={styles.place}>{groupedAccount(accountId)}</span>
            <span className={styles.region}>{region}</span>
          </>
        )}
      </div>
      <div className={styles.line}>
        <EnvironmentChip environment={environment} />
        <span className={styles.access}>
          <Icon name={access.icon} size={12} />
          {access.words}
        </span>
      </div>
    </div>
  );
}

const rowHeight = 86;
