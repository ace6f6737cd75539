import type { OutputOf } from '#shared/contract/contract.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import { ConnectionList } from './connection-list.tsx';
import { ConnectionPane } from './connection-pane.tsx';
import { ConnectionProblems } from './connection-problems.tsx';
import styles from './connections-desk.module.css';
import type { ConnectionsTabProps } from './connections-tab.tsx';
import { FilePart } from './file-part.tsx';
import { useReadFile } from './use-read-file.ts';

interface ConnectionsDeskProps extends ConnectionsTabProps {
  readonly session: Session | undefined;
  readonly connections: readonly ConnectionSummary[];
  readonly read: Omit<OutputOf<'connections.list'>, 'connections'>;
}

/** Which connections there are, and beside them everything about the one that is looked at. */
export function ConnectionsDesk(props: ConnectionsDeskProps) {
  const { connections, openConnectionId, selectedId, session, read, onSelect, onOpen } = props;
  const [width, keepWidth] = useKept(['settings.connections-width'], defaultWidth);
  const runCheck = useRunCheck();
  const reading = useReadFile();
  usePageFocusKept();
  const shownId = selectedId ?? openConnectionId;
  const shown = connections.find(({ id }) => id === shownId);
  const isOpen = shownId === openConnectionId;
  // None of the letters that follow a G, which leads to another page.
  usePageKeys({
    o: shown === undefined || isOpen ? undefined : () => onOpen(shownId),
    u: shown?.kind === 'aws' ? () => runCheck(shownId) : undefined,
  });

  return (
    <div className={styles.desk}>
      <ConnectionProblems problems={read.problems} />
      <div className={styles.panes}>
        <SplitPanes
          label="Width of the list of connections"
          size={width}
          defaultSize={defaultWidth}
          min={272}
          minOther={420}
          narrow="stack"
          onResize={(next) => keepWidth(() => next)}
          start={
            <div className={styles.start}>
              <ConnectionList
                connections={connections}
                openConnectionId={openConnectionId}
                shownId={shownId}
                onSelect={onSelect}
              />
              <FilePart
                file={read.file}
                readAt={read.readAt}
                reading={reading}
                alone={connections.length <= 1}
              />
            </div>
          }
          end={
            shown === undefined ? (
              <EmptyState title={`There is no connection "${shownId}"`}>
                <p>The file does not have it, or not without a problem. Choose one of the list.</p>
              </EmptyState>
            ) : (
              <ConnectionPane
                key={shown.id}
                connection={shown}
                session={isOpen ? session : undefined}
                inFile={read.kept.find(({ connectionId }) => connectionId === shown.id)?.inFile}
                onOpen={() => onOpen(shown.id)}
                onCheck={() => runCheck(shown.id)}
              />
            )
          }
        />
      </div>
    </div>
  );
}

const defaultWidth = 332;
