import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { applySession, messages } from '../messages.ts';
import { ExportDialog } from './connection-dialogs.tsx';
import { ConnectionList, ListHead, OnlySandbox, type ConnectionFormAddress } from './connection-list.tsx';
import { ConnectionPane } from './connection-pane.tsx';
import styles from './connections.module.css';
import { FilePart, useReadFile } from './file-part.tsx';
import { useMoveConnection } from './save-change.ts';

interface ConnectionsTabProps {
  readonly openConnectionId: string;
  /** The selected connection; by default the open one. */
  readonly selectedId: string | undefined;
  readonly onSelect: (connectionId: string) => void;
  readonly onOpen: (connectionId: string) => void;
  readonly onForm: (form: ConnectionFormAddress) => void;
}

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
  const moving = useMoveConnection();
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
