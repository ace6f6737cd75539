import type { KeyboardEvent, ReactNode } from 'react';
import type { ActionSentence } from '#shared/domain/activity-sentences.ts';
import { longestNote } from '#shared/domain/activity-kinds.ts';
import styles from './activity-panel.module.css';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { Note } from './note.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StatusGlyph, type GlyphName } from './status.tsx';

interface SentenceProps {
  readonly sentence: ActionSentence;
}

/** Shows who did what in a line, with its result. */
export function SentenceLine({ sentence: { who, did, result, tone } }: SentenceProps) {
  return (
    <span className={styles.sentence} title={`${who} ${did}${result === null ? '' : `: ${result}`}`}>
      <StatusGlyph glyph={glyphs[tone]} />
      <span className={styles.words}>
        <b>{who}</b> {did}
        {result === null ? null : (
          <>
            : <span className={styles.result}>{result}</span>
          </>
        )}
      </span>
    </span>
  );
}

const glyphs: Readonly<Record<ActionSentence['tone'], GlyphName>> = {
  good: 'succeeded',
  mixed: 'review',
  bad: 'failed',
  begun: 'processing',
};

export interface ActivityItem {
  readonly id: string;
  readonly at: string | null;
  readonly sentence: ActionSentence;
}

interface ActivityItemsProps {
  readonly label: string;
  readonly items: readonly ActivityItem[];
  readonly now: number;
}

/** Lists actions of one batch, document or cause in a narrow pane, newest first. */
export function ActivityItems({ label, items, now }: ActivityItemsProps) {
  return (
    <ol className={styles.items} aria-label={label}>
      {items.map(({ id, at, sentence }) => (
        <li key={id} className={styles.item}>
          <StatusGlyph glyph={glyphs[sentence.tone]} />
          <div className={styles.text}>
            <p>
              <b>{sentence.who}</b> {sentence.did}
              {sentence.result === null ? null : `: ${sentence.result}`}
            </p>
            {at === null ? null : (
              <p className={styles.quiet}>
                <RelativeTime at={Date.parse(at)} now={Math.max(now, Date.parse(at))} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface NoteFormProps {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onWrite: () => void;
  readonly isWriting: boolean;
  /** Why the note was not written. */
  readonly failure: string | undefined;
  /** Why no note can be written here. */
  readonly whyNot?: string | undefined;
}

/** A field for a note that colleagues see. Ctrl+Enter writes it. */
export function NoteForm({ draft, onDraft, onWrite, isWriting, failure, whyNot }: NoteFormProps) {
  if (whyNot !== undefined) return <p className={styles.quiet}>{whyNot}</p>;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onWrite();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onWrite();
      }}
    >
      <TextArea
        label={texts.label}
        placeholder={texts.placeholder}
        rows={2}
        maxLength={longestNote}
        value={draft}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {failure === undefined ? null : (
        <Note tone="bad" live>
          {texts.notWritten} {failure}
        </Note>
      )}
      <Button size="sm" type="submit" shortcut="Mod+Enter" disabled={draft.trim() === ''} loading={isWriting}>
        {texts.write}
      </Button>
    </form>
  );
}

const texts = {
  label: 'Note for colleagues',
  placeholder: 'No values of documents, please',
  write: 'Write note',
  notWritten: 'The note was not written and is kept here.',
};

/** The head of such a list stands above its form. */
export function ActivityPanel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}
