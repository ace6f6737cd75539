import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RowList } from '#renderer/ui/row-list.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ConnectionsChange } from '#shared/contract/connections.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { describeAccess, applySession, messages } from '../messages.ts';
import { ExportDialog } from './connection-dialogs.tsx';
import { ConnectionPane, OpenMark } from './connection-pane.tsx';
import styles from './connections.module.css';
import { FilePart, useApplyFile, useReadFile } from './file-part.tsx';

interface ConnectionsTabProps {
  readonly openConnectionId: string;
  /** The selected connection; by default the open one. */
  readonly selectedId: string | undefined;
  readonly onSelect: (connectionId: string) => void;
  readonly onOpen: (connectionId: string) => void;
  readonly onForm: (form: ConnectionFormAddress) => void;
}

/** The pages below this one: the form for a new connection, for one of the list or its copy, and the import. */
export type ConnectionFormAddress =
  | { readonly page: 'add' | 'import' }
  | { readonly page: 'edit' | 'duplicate'; readonly connectionId: string };

export function ConnectionsTab(props: ConnectionsTabProps) {
  const query = useQuery(operationOptions('connections.list', {}));
  const session = useQuery(operationOptions('session.current', {})).data?.value;

  if (query.error !== null) {
    const { message, reference } = query.error.failure;
    return (
      <ErrorState
        title={messages.connections.notRead}
        happened={message}
        notDone={messages.connections.unaffected}
        next={messages.sandbox.searchLog}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) return <SkeletonRows label={messages.connections.reading} rows={3} />;
  const { connections, ...read } = query.data.value;
  return (
    <ConnectionsDesk
      {...props}
      session={session}
      connections={applySession(connections, session)}
      read={read}
    />
  );
}

interface ConnectionsDeskProps extends ConnectionsTabProps {
  readonly session: Session | undefined;
  readonly connections: readonly ConnectionSummary[];
  readonly read: Omit<OutputOf<'connections.list'>, 'connections'>;
}

/** Lists the connections, and beside them the details of the selected one. */
function ConnectionsDesk(props: ConnectionsDeskProps) {
  const { connections, openConnectionId, selectedId, session, read, onSelect, onOpen, onForm } = props;
  const [width, keepWidth] = useKept(['settings.connections-width'], defaultWidth);
  const runCheck = useRunCheck();
  const reading = useReadFile();
  usePageFocusKept();
  const shownId = selectedId ?? openConnectionId;
  const shown = connections.find(({ id }) => id === shownId);
  const isOpen = shownId === openConnectionId;
  const accounts = connections.filter(({ kind }) => kind === 'aws');
  const place = accounts.findIndex(({ id }) => id === shownId);
  const moving = useMove();
  const [exported, setExported] = useState<{ readonly chosenId: string | undefined }>();

  /** Returns undefined where the connection cannot go, so that the key and the menu do nothing. */
  function move(by: number): (() => void) | undefined {
    const to = place + by;
    if (shown === undefined || place === -1 || to < 0 || to >= accounts.length) return undefined;
    return () => moving(shown, to);
  }
  // These keys are none of the letters that follow a G, which opens another page.
  usePageKeys(pageKeys.connections, {
    open: shown === undefined || isOpen ? undefined : () => onOpen(shownId),
    check: shown?.kind === 'aws' ? () => runCheck(shownId) : undefined,
    add: () => onForm({ page: 'add' }),
    edit: shown?.kind === 'aws' ? () => onForm({ page: 'edit', connectionId: shownId }) : undefined,
    moveUp: move(-1),
    moveDown: move(1),
  });

  return (
    <div className={styles.desk}>
      <ConnectionProblems problems={read.problems} />
      <div className={styles.panes}>
        <SplitPanes
          label={messages.connections.listWidth}
          size={width}
          defaultSize={defaultWidth}
          min={272}
          minOther={420}
          narrow="stack"
          onResize={(next) => keepWidth(() => next)}
          start={
            <div className={styles.start}>
              <ListHead
                hasAccounts={accounts.length > 0}
                onForm={onForm}
                onExport={() => setExported({ chosenId: undefined })}
              />
              <ConnectionList
                connections={connections}
                openConnectionId={openConnectionId}
                shownId={shownId}
                onSelect={onSelect}
              />
              {accounts.length > 0 ? null : <OnlySandbox onForm={onForm} />}
              <FilePart file={read.file} readAt={read.readAt} reading={reading} />
            </div>
          }
          end={
            shown === undefined ? (
              <EmptyState title={`No connection "${shownId}"`}>
                <p>{messages.connections.notInFile}</p>
              </EmptyState>
            ) : (
              <ConnectionPane
                key={shown.id}
                connection={shown}
                session={isOpen ? session : undefined}
                inFile={read.kept.find(({ connectionId }) => connectionId === shown.id)?.inFile}
                onOpen={() => onOpen(shown.id)}
                onCheck={() => runCheck(shown.id)}
                actions={
                  shown.kind === 'aws'
                    ? {
                        edit: () => onForm({ page: 'edit', connectionId: shown.id }),
                        duplicate: () => onForm({ page: 'duplicate', connectionId: shown.id }),
                        moveUp: move(-1),
                        moveDown: move(1),
                        export: () => setExported({ chosenId: shown.id }),
                        removed: () => onSelect(openConnectionId),
                      }
                    : undefined
                }
              />
            )
          }
        />
      </div>
      <ExportDialog
        connections={accounts}
        chosenId={exported?.chosenId}
        open={exported !== undefined}
        onClose={() => setExported(undefined)}
      />
    </div>
  );
}

const defaultWidth = 332;

interface ListHeadProps {
  readonly hasAccounts: boolean;
  readonly onForm: ConnectionsTabProps['onForm'];
  readonly onExport: () => void;
}

function ListHead({ hasAccounts, onForm, onExport }: ListHeadProps) {
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
            aria-label={messages.list.addInFull}
            onClick={() => onForm({ page: 'add' })}
          >
            {messages.list.add}
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

function OnlySandbox({ onForm }: Pick<ListHeadProps, 'onForm'>) {
  return (
    <div className={styles.alone}>
      <p>
        <b>{messages.list.onlySandbox}</b> {messages.list.onlySandboxNext}
      </p>
      <Button variant="primary" icon="add" onClick={() => onForm({ page: 'add' })}>
        {messages.list.addInFull}
      </Button>
      <Button icon="document" onClick={() => onForm({ page: 'import' })}>
        {messages.list.import}
      </Button>
    </div>
  );
}

/** Moves a connection to another place among those of the file, and writes that at once. */
function useMove(): (connection: ConnectionSummary, to: number) => void {
  const client = useQueryClient();
  const toast = useToast();
  const apply = useApplyFile();
  const saving = useCommand('connections.saveFile', { inOrder: true });

  async function move({ id, name }: ConnectionSummary, to: number): Promise<void> {
    const change: ConnectionsChange = { kind: 'move', connectionId: id, to };
    const options = operationOptions('connections.previewFile', { change });
    const preview = await client.fetchQuery({ ...options, staleTime: 0 });
    const result = await saving.run({ change, fingerprint: preview.value.fingerprint });
    if (!result.ok) return;
    const { answer } = result.value;
    if (answer.state !== 'saved') {
      const detail = answer.problems[0]?.problem ?? messages.remove.conflict;
      toast.show({ id: 'moved', message: messages.pane.notMoved, detail, tone: 'failed' });
      return;
    }
    const { state: _state, ...read } = answer;
    apply(read);
    toast.show({ id: 'moved', message: messages.pane.moved(name, to + 1), timeoutMs: 3_000 });
  }

  return (connection, to) => {
    move(connection, to).catch((error: unknown) => {
      toast.show({
        id: 'moved',
        message: messages.pane.notMoved,
        detail: toFailure(error).message,
        tone: 'failed',
      });
    });
  };
}

interface ConnectionListProps {
  readonly connections: readonly ConnectionSummary[];
  readonly openConnectionId: string;
  readonly shownId: string;
  readonly onSelect: (connectionId: string) => void;
}

function ConnectionList(props: ConnectionListProps) {
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

interface ConnectionProblemsProps {
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/** Shows where in the file each problem is and what is expected there. The valid entries are listed below. */
function ConnectionProblems({ problems }: ConnectionProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label={messages.connections.problems} ref={makeScrollReachable}>
      <Note tone="bad" flat>
        <b>{problems.length === 1 ? 'One problem' : `${problems.length} problems`} in connections.json.</b>{' '}
        {messages.connections.problemsNext}
        <dl>
          {problems.map(({ path, problem }) => (
            <ProblemRow key={`${path} ${problem}`} path={path} problem={problem} />
          ))}
        </dl>
      </Note>
    </section>
  );
}

function ProblemRow({ path, problem }: { readonly path: string; readonly problem: string }) {
  return (
    <>
      <dt>{path === '' ? messages.connections.wholeFile : path}</dt>
      <dd>{problem}</dd>
    </>
  );
}
