import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, operationOptions } from '#renderer/contract/operation-options.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import type { JsonValue } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { useStillWanted } from '#renderer/ui/use-still-wanted.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { standingGuesses } from '#shared/catalogue/drafting/correct-draft.ts';
import type { SavedCatalogue } from '#shared/contract/drafts.ts';
import type { ExplorerView } from '../address.ts';
import { messages } from '../messages.ts';
import styles from './draft.module.css';
import { useDraft, type OpenDraft } from './draft-memory.ts';

interface DraftMenuProps {
  readonly whyNot: string | undefined;
  readonly onDraft: (view: ExplorerView) => void;
}

/** Offers the two ways to a draft, and the draft that is open. */
export function DraftMenu({ whyNot, onDraft }: DraftMenuProps) {
  const { draft } = useDraft();
  if (whyNot !== undefined) {
    return (
      <Button size="sm" variant="ghost" icon="add" disabled={whyNot}>
        {messages.draft.addSystem}
      </Button>
    );
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="ghost" icon="add">
          {messages.draft.addSystem}
        </Button>
      }
    >
      <MenuItem icon="explorer" onSelect={() => onDraft('describe')}>
        {messages.draft.describeMenu}
      </MenuItem>
      <MenuItem icon="downloads" onSelect={() => onDraft('import')}>
        {messages.draft.importMenu}
      </MenuItem>
      {draft === null ? null : (
        <MenuItem icon="edit" onSelect={() => onDraft('draft')}>
          {messages.draft.openTheDraft}
        </MenuItem>
      )}
    </Menu>
  );
}

interface SavedFileActionsProps {
  readonly name: string;
  /** Names what is shown. A file that is read after it has changed does not open. */
  readonly place: string;
  readonly whyNot: string | undefined;
  readonly onDraft: (view: ExplorerView) => void;
  readonly onRemoved: () => void;
}

/** Corrects or removes the saved file that a system comes from. */
export function SavedFileActions({ name, place, whyNot, onDraft, onRemoved }: SavedFileActionsProps) {
  const openFile = useOpenFile(place, onDraft);
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className={styles.savedActions}>
      <Button
        size="sm"
        variant="ghost"
        icon="edit"
        disabled={whyNot ?? false}
        onClick={() => void openFile(name)}
      >
        {messages.draft.correctFile}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon="trash"
        disabled={whyNot ?? false}
        onClick={() => setRemoving(true)}
      >
        {messages.draft.removeFile}
      </Button>
      <RemoveDialog
        name={name}
        place={place}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          setRemoving(false);
          onRemoved();
        }}
      />
    </div>
  );
}

function useOpenFile(place: string, onDraft: (view: ExplorerView) => void): (name: string) => Promise<void> {
  const { open } = useDraft();
  const beginWaiting = useStillWanted(place);
  const client = useQueryClient();
  const toast = useToast();
  return async (name) => {
    const isWanted = beginWaiting();
    try {
      const { value } = await ask(client, 'catalogue.openFile', { name });
      if (!isWanted()) return;
      open({ ...value, name, guesses: [], notes: [], from: messages.draft.fromFile(name) });
      onDraft('draft');
    } catch (error) {
      if (isWanted()) toast.show({ message: toFailure(error).message, tone: 'failed' });
    }
  };
}

interface RemoveDialogProps {
  readonly name: string;
  readonly place: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ name, place, open, onClose, onRemoved }: RemoveDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const files = useQuery({ ...operationOptions('catalogue.files', {}), enabled: open });
  const fingerprint = files.data?.value.files.find((file) => file.name === name)?.fingerprint;
  const beginWaiting = useStillWanted(place);
  const remove = useCommand('catalogue.removeFile', {
    toldInPlace: true,
    onSuccess() {
      for (const operation of ['catalogue.read', 'catalogue.files', 'explorer.policy']) {
        void client.invalidateQueries({ queryKey: [operation] });
      }
      toast.show({ message: messages.draft.removed(name), tone: 'succeeded' });
    },
  });

  async function removeFile(): Promise<void> {
    const isWanted = beginWaiting();
    const removed = await remove.run({ name, fingerprint: fingerprint ?? '' });
    // The answer does not take back a person who has gone on, nor close a dialog about another file.
    if (removed.ok && isWanted()) onRemoved();
  }

  return (
    <Dialog open={open} onClose={onClose} title={messages.draft.removeTitle(name)} size="sm">
      <DialogBody>
        <DialogDescription>{messages.draft.removeAbout}</DialogDescription>
        {remove.failure === undefined ? null : (
          <Note tone="bad" live>
            {remove.failure.message}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          loading={remove.isRunning || files.isPending}
          onClick={() => void removeFile()}
        >
          {messages.draft.remove}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface BrokenFilesProps {
  readonly place: string;
  readonly whyNot: string | undefined;
  readonly onDraft: (view: ExplorerView) => void;
}

/** Names saved files with mistakes, such as those made by hand, and opens them for correction. */
export function BrokenFiles({ place, whyNot, onDraft }: BrokenFilesProps) {
  const openFile = useOpenFile(place, onDraft);
  const files = useQuery(operationOptions('catalogue.files', {})).data?.value.files ?? [];
  return files.filter(isBroken).map(({ name, path, problems }) => (
    <Note
      key={name}
      tone="warn"
      flat
      action={
        <Button size="sm" disabled={whyNot ?? false} onClick={() => void openFile(name)}>
          {messages.draft.correctFile}
        </Button>
      }
    >
      <b>{messages.draft.mistakes(problems.length)}</b> {messages.draft.inFile(path, problems[0])}
    </Note>
  ));
}

function isBroken({ problems }: SavedCatalogue): boolean {
  return problems.length > 0;
}

interface SaveDialogProps {
  readonly open: boolean;
  readonly draft: OpenDraft;
  readonly system: SystemDeclaration;
  readonly onClose: () => void;
  /** `isWanted` is false if the person has gone on meanwhile. */
  readonly onSaved: (text: string, isWanted: boolean) => void;
}

/** Shows what will be written, and where, before it is. */
export function SaveDialog({ open, draft, system, onClose, onSaved }: SaveDialogProps) {
  const { name } = useDraft();
  const client = useQueryClient();
  const toast = useToast();
  const beginWaiting = useStillWanted(draft.text);
  const save = useCommand('catalogue.saveDraft', {
    toldInPlace: true,
    onSuccess() {
      for (const operation of ['catalogue.read', 'catalogue.files', 'explorer.policy']) {
        void client.invalidateQueries({ queryKey: [operation] });
      }
      toast.show({ message: messages.draft.saved(draft.name, system.name), tone: 'succeeded' });
    },
  });

  async function saveFile(): Promise<void> {
    const isWanted = beginWaiting();
    const { name: file, text, fingerprint } = draft;
    const saved = await save.run({ name: file, text, fingerprint });
    if (saved.ok) onSaved(text, isWanted());
  }

  const nameProblem = fileNamePattern.test(draft.name) ? undefined : messages.draft.fileNameRule;
  const failure = save.isRunning ? undefined : save.failure;
  const field = failure?.code === 'invalid-input' ? failure.issues[0]?.path : undefined;
  const guessed = standingGuesses(system, draft.guesses).length;

  return (
    <Dialog open={open} onClose={onClose} title={messages.draft.saveTitle} size="lg" sticky>
      <DialogBody className={styles.sample}>
        <DialogDescription>{messages.draft.saveAbout(system, guessed)}</DialogDescription>
        <TextField
          label={messages.draft.fileName}
          mono
          end=".json"
          value={draft.name}
          disabled={draft.fingerprint !== null}
          hint={messages.draft.inFolder}
          error={nameProblem ?? (field === 'name' ? failure?.message : undefined)}
          onChange={(event) => name(event.currentTarget.value)}
        />
        {failure === undefined || field === 'name' ? null : (
          <Note tone="bad" live>
            {failure.message}
          </Note>
        )}
        <div className={styles.written}>
          <JsonView
            label={messages.draft.willBeWritten}
            value={JSON.parse(draft.text) as JsonValue}
            openDepth={6}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={save.isRunning}
          disabled={nameProblem ?? false}
          onClick={() => void saveFile()}
        >
          {messages.draft.saveFile}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const fileNamePattern = /^[a-z0-9][a-z0-9-]{0,59}$/;
