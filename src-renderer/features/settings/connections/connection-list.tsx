import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RowList } from '#renderer/ui/row-list.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { describeAccess, messages } from '../messages.ts';
import { OpenMark } from './connection-pane.tsx';
import styles from './connections.module.css';

/** The pages below this one: the form for a new connection, for one of the list or its copy, and the import. */
export type ConnectionFormAddress =
  | { readonly page: 'add' | 'import' }
  | { readonly page: 'edit' | 'duplicate'; readonly connectionId: string };

interface ListHeadProps {
  readonly hasAccounts: boolean;
  readonly onForm: (form: ConnectionFormAddress) => void;
  readonly onExport: () => void;
}

/** Heads the list with what adds to it. */
export function ListHead({ hasAccounts, onForm, onExport }: ListHeadProps) {
  return (
    <PaneHead
      title={messages.list.title}
      line
      actions={
        <>
          <Button
            size="sm"
            icon="add"
            shortcut={pageKeys.connections.add}
            onClick={() => onForm({ page: 'add' })}
          >
            {messages.list.add} <VisuallyHidden>{messages.list.addWhat}</VisuallyHidden>
          </Button>
          <Menu align="end" trigger={<IconButton icon="more" size="sm" label={messages.list.more} />}>
            <MenuItem icon="document" onSelect={() => onForm({ page: 'import' })}>
              {messages.list.import}
            </MenuItem>
            <MenuItem icon="export" disabled={!hasAccounts} onSelect={onExport}>
              {messages.list.export}
            </MenuItem>
          </Menu>
        </>
      }
    />
  );
}

export function OnlySandbox({ onForm }: Pick<ListHeadProps, 'onForm'>) {
  return (
    <section className={styles.alone} aria-label={messages.list.sandboxOnly}>
      <p>
        <b>{messages.list.onlySandbox}</b> {messages.list.onlySandboxNext}
      </p>
      <Button variant="primary" icon="add" onClick={() => onForm({ page: 'add' })}>
        {messages.list.addInFull}
      </Button>
      <Button icon="document" onClick={() => onForm({ page: 'import' })}>
        {messages.list.import}
      </Button>
    </section>
  );
}

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
    // The border of the list is also the line below its last row.
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
  const access = describeAccess(connection);
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
          <span className={styles.quiet}>{messages.connections.noAccount}</span>
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
