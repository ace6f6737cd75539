import { useState, type ReactNode } from 'react';
import type { Remedy } from '#shared/domain/remedies.ts';
import { Button, IconButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { useCopyAndTell } from './copy-button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import { Menu, MenuItem } from './menu.tsx';
import { Note } from './note.tsx';
import { pageKeys } from './page-keys.ts';
import styles from './remedies.module.css';
import { SkeletonRows } from './skeleton.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface RemedyButtonsProps {
  /** The best comes first. */
  readonly remedies: readonly Remedy[];
  /** Names the cause where a page has several: "group b8cf51". */
  readonly of: string;
  readonly size?: 'sm' | 'md';
  /** The button of the best action stands out. */
  readonly isPrimary: boolean;
  /** The key that starts a new run here, shown if that is the best action. */
  readonly shortcut?: string | undefined;
  readonly onAct: (remedy: Remedy) => void;
}

/** Offers the action that helps best against a cause, and the others in a menu, each with what it will do. */
export function RemedyButtons(props: RemedyButtonsProps) {
  const { remedies, of, size = 'sm', isPrimary, shortcut, onAct } = props;
  const best = remedies.find(({ whyNot }) => whyNot === undefined) ?? remedies[0];
  if (best === undefined) return null;
  const isReprocess = best.action === 'reprocess' || best.action === 'reprocess-anyway';
  return (
    <div className={styles.actions}>
      <Button
        size={size}
        className={styles.best}
        variant={isPrimary && best.action !== 'reprocess-anyway' ? 'primary' : 'default'}
        disabled={best.whyNot ?? false}
        shortcut={isReprocess ? shortcut : undefined}
        onClick={() => onAct(best)}
      >
        {best.label}
        <VisuallyHidden> {of}</VisuallyHidden>
      </Button>
      <Menu align="end" trigger={<IconButton icon="down" size={size} label={texts.more(of)} />}>
        {remedies
          .filter((remedy) => remedy !== best)
          .map((remedy) => (
            <MenuItem
              key={remedy.action}
              disabled={remedy.whyNot !== undefined}
              onSelect={() => onAct(remedy)}
            >
              <span className={styles.item}>
                <span>{remedy.label}</span>
                <span className={styles.does}>{remedy.whyNot ?? remedy.does}</span>
              </span>
            </MenuItem>
          ))}
      </Menu>
    </div>
  );
}

interface LimitDialogProps {
  readonly remedy: Remedy;
  /** Opens the page on which the threshold is set, where there is one. */
  readonly onOpenWorkflow?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Says where a limit is set, and who can. It changes nothing. */
export function LimitDialog({ remedy, onOpenWorkflow, onClose }: LimitDialogProps) {
  return (
    <Dialog open size="md" title={texts.limitTitle} onClose={onClose}>
      <DialogBody>
        <p>{remedy.does}</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {texts.close}
        </Button>
        {remedy.isThreshold === true && onOpenWorkflow !== undefined ? (
          <Button variant="primary" onClick={onOpenWorkflow}>
            {texts.openWorkflow}
          </Button>
        ) : null}
      </DialogFoot>
    </Dialog>
  );
}

/** Keeps a note on the batch that new files were asked for. */
export interface RequestNoteProps {
  readonly batchId: string;
  readonly text: string;
  readonly onKeep: () => void;
  readonly isKeeping: boolean;
  /** The note of this text was kept. */
  readonly isKept: boolean;
  readonly failure: string | undefined;
}

interface FileRequestDialogProps {
  /** The text for the customer; null while the files are not known. */
  readonly text: string | null;
  /** Says why there is no text. */
  readonly problem?: string | undefined;
  readonly note: RequestNoteProps | null;
  /** Chooses the batch whose files are asked for. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows the text that asks a customer for new files, and keeps a note on the batch when it is copied. */
export function FileRequestDialog({ text, problem, note, children, onClose }: FileRequestDialogProps) {
  const copy = useCopyAndTell();
  const [isNoted, setNoted] = useState(true);

  function copyAndKeep(): void {
    if (text === null) return;
    copy(text, texts.copied);
    if (isNoted && note !== null && !note.isKept && !note.isKeeping) note.onKeep();
  }

  return (
    <Dialog open size="md" title={texts.askTitle} onClose={onClose}>
      <DialogBody className={styles.request}>
        <p>{texts.askHint}</p>
        {children}
        {text === null ? (
          problem === undefined ? (
            <SkeletonRows rows={3} label={texts.reading} />
          ) : (
            <Note tone="bad" live>
              {problem}
            </Note>
          )
        ) : (
          <pre ref={makeScrollReachable} className={styles.text}>
            {text}
          </pre>
        )}
        {note === null || text === null ? null : note.isKept ? (
          <Note live>{texts.kept(note.batchId)}</Note>
        ) : (
          <Checkbox label={texts.keep(note.batchId)} hint={note.text} checked={isNoted} onChange={setNoted} />
        )}
        {note?.failure === undefined ? null : (
          <Note tone="bad" live>
            {texts.notKept} {note.failure}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {texts.close}
        </Button>
        <Button
          variant="primary"
          icon="copy"
          loading={note?.isKeeping ?? false}
          disabled={text === null}
          onClick={copyAndKeep}
        >
          {isNoted && note !== null && !note.isKept ? texts.copyAndKeep : texts.copy}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const texts = {
  more: (of: string): string => `Other actions for ${of}`,
  askTitle: 'Ask for a new file',
  askHint: 'For the customer. It names the files and what is wrong, and holds no values.',
  reading: 'Reading the files',
  keep: (batchId: string): string => `Keep a note on ${batchId}`,
  kept: (batchId: string): string => `Noted on ${batchId}. Colleagues see it in its activity.`,
  notKept: 'The note was not kept.',
  copy: 'Copy the text',
  copyAndKeep: 'Copy and note',
  copied: 'the text for the customer',
  limitTitle: 'Where the limit is set',
  openWorkflow: 'Open the workflow',
  close: 'Close',
};
