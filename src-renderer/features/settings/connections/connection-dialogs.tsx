import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { ConnectionsChange } from '#shared/contract/connections.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { FileDifference, SaveProblems } from './file-difference.tsx';
import { useSaveChange } from './save-change.ts';
import { messages } from '../messages.ts';
import styles from './connection-dialogs.module.css';

interface RemoveDialogProps {
  readonly connection: ConnectionSummary;
  readonly isOpenConnection: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before an entry is removed, and shows what the file loses. Nothing in AWS changes. */
export function RemoveDialog({ connection, isOpenConnection, open, onClose, onRemoved }: RemoveDialogProps) {
  const { id, name } = connection;
  return (
    <Dialog open={open} onClose={onClose} title={messages.remove.title(name)} size="lg">
      <RemoveForm
        change={{ kind: 'remove', connectionId: id }}
        name={name}
        isOpenConnection={isOpenConnection}
        onClose={onClose}
        onRemoved={onRemoved}
      />
    </Dialog>
  );
}

interface RemoveFormProps extends Pick<RemoveDialogProps, 'isOpenConnection' | 'onClose' | 'onRemoved'> {
  readonly change: ConnectionsChange;
  readonly name: string;
}

/** It mounts with the popup, so that the file is compared each time. */
function RemoveForm({ change, name, isOpenConnection, onClose, onRemoved }: RemoveFormProps) {
  const toast = useToast();
  const { preview, failure, refused, isSaving, save } = useSaveChange(change);
  async function remove(): Promise<void> {
    const { isSaved } = await save();
    if (!isSaved) return;
    toast.show({ message: messages.remove.removed(name), detail: messages.remove.copyKept });
    onClose();
    onRemoved();
  }

  return (
    <>
      <DialogBody className={styles.body}>
        <DialogDescription>
          {messages.remove.what} {isOpenConnection ? messages.remove.isOpen : ''}
        </DialogDescription>
        <SaveProblems refused={refused} failure={failure} />
        {preview === undefined ? (
          failure === undefined ? (
            <SkeletonRows label={messages.remove.comparing} rows={3} />
          ) : null
        ) : (
          <FileDifference label={messages.remove.difference} lines={preview.lines} />
        )}
      </DialogBody>
      <DialogFoot start={preview?.file}>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          icon="trash"
          loading={isSaving}
          disabled={preview === undefined || preview.problems.length > 0}
          onClick={() => void remove()}
        >
          {messages.remove.remove}
        </Button>
      </DialogFoot>
    </>
  );
}

interface ExportDialogProps {
  readonly connections: readonly ConnectionSummary[];
  readonly chosenId: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Writes connections for a colleague: to copy, or as a file. */
export function ExportDialog({ connections, chosenId, open, onClose }: ExportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={messages.exchange.exportTitle} size="lg">
      <ExportForm connections={connections} chosenId={chosenId} onClose={onClose} />
    </Dialog>
  );
}

function ExportForm({ connections, chosenId, onClose }: Omit<ExportDialogProps, 'open'>) {
  const legendId = useId();
  const toast = useToast();
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    connections.some(({ id }) => id === chosenId) ? [chosenId ?? ''] : connections.map(({ id }) => id),
  );
  const query = useQuery({
    ...operationOptions('connections.export', { connectionIds: [...chosen] }),
    enabled: chosen.length > 0,
    gcTime: 0,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const text = chosen.length === 0 ? '' : (query.data?.value.text ?? '');
  // The text of an earlier choice is shown until the next one is there, and may have a connection that was unticked.
  const isCurrent = text === '' || !query.isPlaceholderData;

  function save(): void {
    downloadText({ fileName: 'sluice-connections.json', mediaType: 'application/json', text });
    toast.show({ message: messages.exchange.written, tone: 'succeeded' });
  }

  return (
    <>
      <DialogBody className={styles.body}>
        <DialogDescription>{messages.exchange.exportNote}</DialogDescription>
        <fieldset className={styles.chosen} aria-labelledby={legendId}>
          <span id={legendId} className={styles.legend}>
            {messages.exchange.which}
          </span>
          {connections.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              // The order of the list is also the order of the text.
              onChange={(on) =>
                setChosen(
                  connections.flatMap((one) =>
                    (one.id === id ? on : chosen.includes(one.id)) ? [one.id] : [],
                  ),
                )
              }
            />
          ))}
        </fieldset>
        {query.error === null ? null : <Note tone="bad">{toFailure(query.error).message}</Note>}
        {query.data?.value.notes.map((note) => (
          <Note key={note} tone="warn">
            {note}
          </Note>
        ))}
        {text === '' ? null : (
          <section className={styles.well} aria-label={messages.exchange.text}>
            <PaneHead
              title={messages.exchange.text}
              level={3}
              actions={
                <CopyButton
                  text={text}
                  label={messages.exchange.copy}
                  visibleLabel="Copy"
                  loading={!isCurrent}
                />
              }
            />
            <pre className={styles.text} ref={makeScrollReachable}>
              {text}
            </pre>
          </section>
        )}
      </DialogBody>
      <DialogFoot start={messages.exchange.noSecret}>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button variant="primary" icon="downloads" disabled={text === ''} loading={!isCurrent} onClick={save}>
          {messages.exchange.saveFile}
        </Button>
      </DialogFoot>
    </>
  );
}
