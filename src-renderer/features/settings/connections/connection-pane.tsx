import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { KeptEntry } from '#shared/contract/connections/file.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { EnvironmentChip } from '#renderer/ui/chip/environment-chip.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { CheckPart } from './check/check-part.tsx';
import styles from './connection-pane.module.css';
import { DetailsParts } from './details-parts.tsx';
import { IdentityPart } from './identity-part.tsx';
import { OpenState } from './open-state.tsx';
import { PipelinePart } from './pipeline-part.tsx';

interface ConnectionPaneProps {
  readonly connection: ConnectionSummary;
  /** Only of the open connection is there one. */
  readonly session: Session | undefined;
  /** What the file has of it now, where the console goes by what it had before. */
  readonly inFile: KeptEntry['inFile'] | undefined;
  readonly onOpen: () => void;
  readonly onCheck: () => void;
}

/** Whose account it is and who that makes the person here, what of it works, and what it calls its parts. */
export function ConnectionPane({ connection, session, inFile, onOpen, onCheck }: ConnectionPaneProps) {
  const titleId = useId();
  const details = useQuery(operationOptions('connections.read', { connectionId: connection.id }));
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <PaneBar actions={<OpenState isOpen={session !== undefined} name={connection.name} onOpen={onOpen} />}>
        <PaneBarTitle id={titleId} title={connection.name} data-page-stop tabIndex={-1}>
          {connection.name}
        </PaneBarTitle>
        <span className={styles.environment}>
          <EnvironmentChip environment={connection.environment} />
        </span>
      </PaneBar>
      {inFile === undefined ? null : (
        <Note tone="warn" flat>
          {inFile === 'gone'
            ? 'connections.json does not have it any more.'
            : 'connections.json says something else of it now.'}{' '}
          It stays as it was opened until the console starts again.
        </Note>
      )}
      <div className={styles.body} ref={makeScrollReachable}>
        <div className={styles.facts}>
          <IdentityPart connection={connection} details={details.data?.value} session={session} />
          <PipelinePart connection={connection} details={details.data?.value} session={session} />
        </div>
        <CheckPart connection={connection} onCheck={onCheck} />
        <DetailsParts connectionId={connection.id} />
      </div>
    </section>
  );
}
