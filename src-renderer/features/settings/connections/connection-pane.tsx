import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneBar, PaneBarTitle, PaneHead } from '#renderer/ui/pane.tsx';
import table from '#renderer/ui/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type {
  ConnectionDetails,
  ConnectionSummary,
  OutdatedEntry,
  Session,
} from '#shared/contract/session.ts';
import { CheckPart } from './check-part.tsx';
import { RemoveDialog } from './connection-dialogs.tsx';
import styles from './connections.module.css';
import { serviceWords } from './form/form-messages.ts';
import { IdentityPart, PipelinePart } from './sign-in-parts.tsx';
import { messages } from '../messages.ts';

interface ConnectionPaneProps {
  readonly connection: ConnectionSummary;
  /** Only the open connection has a session. */
  readonly session: Session | undefined;
  /** The new state of its entry in the file, if the console still uses the previous one. */
  readonly inFile: OutdatedEntry['inFile'] | undefined;
  readonly onOpen: () => void;
  readonly onCheck: () => void;
  /** The sandbox has no entry in the file, so it has none of these. */
  readonly actions: EntryActions | undefined;
}

interface EntryActions {
  readonly edit: () => void;
  readonly duplicate: () => void;
  /** Undefined at the end of the list. */
  readonly moveUp: (() => void) | undefined;
  readonly moveDown: (() => void) | undefined;
  readonly export: () => void;
  readonly removed: () => void;
}

/** Shows the account and identity of a connection, its check, and the names of its resources. */
export function ConnectionPane(props: ConnectionPaneProps) {
  const { connection, session, inFile, onOpen, onCheck, actions } = props;
  const titleId = useId();
  const details = useQuery(operationOptions('connections.read', { connectionId: connection.id }));
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <PaneBar
        actions={
          <>
            {actions === undefined ? null : (
              <EntryMenu connection={connection} isOpen={session !== undefined} actions={actions} />
            )}
            <OpenState isOpen={session !== undefined} name={connection.name} onOpen={onOpen} />
          </>
        }
      >
        <PaneBarTitle id={titleId} title={connection.name} data-page-stop tabIndex={-1}>
          {connection.name}
        </PaneBarTitle>
        <span className={styles.environment}>
          <EnvironmentChip environment={connection.environment} />
        </span>
      </PaneBar>
      {inFile === undefined ? null : (
        <Note tone="warn" flat>
          {inFile === 'gone' ? messages.connections.entryRemoved : messages.connections.entryChanged}{' '}
          {messages.connections.staysOpen}
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

interface EntryMenuProps {
  readonly connection: ConnectionSummary;
  readonly isOpen: boolean;
  readonly actions: EntryActions;
}

/** Changes the entry in the file. */
function EntryMenu({ connection, isOpen, actions }: EntryMenuProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { moveUp, moveDown } = actions;
  return (
    <>
      <Button icon="edit" shortcut={pageKeys.connections.edit} onClick={actions.edit}>
        {messages.pane.edit}
      </Button>
      <Menu align="end" trigger={<IconButton icon="more" label={messages.pane.more(connection.name)} />}>
        <MenuItem icon="copy" onSelect={actions.duplicate}>
          {messages.pane.duplicate}
        </MenuItem>
        <MenuItem icon="export" onSelect={actions.export}>
          {messages.pane.export}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon="ascending"
          shortcut={pageKeys.connections.moveUp}
          disabled={moveUp === undefined}
          onSelect={() => moveUp?.()}
        >
          {messages.pane.moveUp}
        </MenuItem>
        <MenuItem
          icon="descending"
          shortcut={pageKeys.connections.moveDown}
          disabled={moveDown === undefined}
          onSelect={() => moveDown?.()}
        >
          {messages.pane.moveDown}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => setRemoving(true)}>
          {messages.pane.remove}
        </MenuItem>
      </Menu>
      <RemoveDialog
        connection={connection}
        isOpenConnection={isOpen}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={actions.removed}
      />
    </>
  );
}

interface OpenStateProps {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onOpen: () => void;
}

/** The button that opened a connection disappears, so the focus moves to the text that replaces it. */
function OpenState({ isOpen, name, onOpen }: OpenStateProps) {
  const opened = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen || !wasPressed.current) return;
    wasPressed.current = false;
    opened.current?.focus();
  }, [isOpen]);

  if (isOpen) return <OpenMark ref={opened} tabIndex={-1} />;
  return (
    <Button
      variant="primary"
      shortcut={pageKeys.connections.open}
      onClick={() => {
        wasPressed.current = true;
        onOpen();
      }}
    >
      Open <VisuallyHidden>{name}</VisuallyHidden>
    </Button>
  );
}

export function OpenMark(props: Pick<ComponentProps<'span'>, 'ref' | 'tabIndex'>) {
  return (
    <span {...props} className={styles.open}>
      <Icon name="check" size={14} /> Open
    </span>
  );
}

/** Shows the rest of the entry, or why it was not read. */
function DetailsParts({ connectionId }: { readonly connectionId: string }) {
  const { data, error, refetch, isFetching } = useQuery(
    operationOptions('connections.read', { connectionId }),
  );
  if (data !== undefined) {
    return (
      <>
        <EndpointsPart endpoints={data.value.endpoints} />
        <NamesPart details={data.value} />
      </>
    );
  }
  if (error === null) return <SkeletonRows label={messages.connections.readingEntry} rows={4} />;
  const { message, reference } = toFailure(error);
  return (
    <ErrorState
      title={messages.connections.entryNotRead}
      happened={message}
      notDone={messages.connections.unaffected}
      next={messages.sandbox.searchLog}
      reference={reference}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

/** Shows the names of the resources in this deployment, and where each name comes from. */
function NamesPart({ details: { systems } }: { readonly details: ConnectionDetails }) {
  const shown = systems.filter(({ names }) => names.length > 0);
  const left = systems.filter(({ names }) => names.length === 0).map(({ label }) => label);
  return (
    <section className={classNames(styles.part, styles.below)} aria-label={messages.connections.names}>
      <PaneHead
        title={messages.connections.names}
        level={3}
        hint={left.length === 0 ? undefined : `left out in the file, so not shown: ${left.join(', ')}`}
      />
      <table className={classNames(table.table, styles.names)} aria-label={messages.connections.partNames}>
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">Part</th>
            <th scope="col">Name</th>
            <th scope="col">Named</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ system, label, names }) => (
            <Fragment key={system}>
              {names.map(({ part, name, from }, index) => (
                <tr key={part}>
                  {index === 0 ? (
                    <th scope="rowgroup" rowSpan={names.length} className={styles.system}>
                      {label}
                    </th>
                  ) : null}
                  <td>{part}</td>
                  <td className={name === null ? table.quiet : table.mono}>
                    {name ?? messages.connections.noName}
                  </td>
                  <td className={from === 'file' ? undefined : table.quiet}>{sourceTexts[from]}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const sourceTexts = {
  file: messages.connections.inFile,
  convention: messages.connections.byConvention,
  unnamed: messages.connections.notNamed,
} as const;

/** Shown only if an endpoint differs from AWS's own. */
function EndpointsPart({ endpoints }: Pick<ConnectionDetails, 'endpoints'>) {
  if (endpoints.length === 0) return null;
  return (
    <section className={classNames(styles.part, styles.below)} aria-label={messages.connections.addresses}>
      <PaneHead title={messages.connections.addresses} level={3} hint={messages.connections.addressesNote} />
      <div className={styles.padded}>
        <KeyValueList
          items={endpoints.map(({ service, address }) => ({
            label: serviceNames[service] ?? service,
            value: <span title={address}>{address}</span>,
            mono: true,
            copy: address,
          }))}
        />
      </div>
    </section>
  );
}

const serviceNames: Readonly<Record<string, string>> = serviceWords;
