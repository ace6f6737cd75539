import type { KeyboardEvent } from 'react';
import type { Attempt, CauseMemory } from '#shared/contract/incidents.ts';
import { longestNote } from '#shared/domain/activity-kinds.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button } from './button.tsx';
import styles from './cause-memory.module.css';
import { TextArea } from './field.tsx';
import { Note } from './note.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StatusGlyph } from './status.tsx';

interface AttemptLineProps {
  readonly attempt: Attempt;
  readonly now: number;
  /** The line names who did it. */
  readonly by?: string | undefined;
  /** Nothing inside can get the focus, because the line is part of a button. */
  readonly focusable?: boolean | undefined;
}

/** "Last redriven 3 d ago: 40 of 40 went through" */
export function AttemptLine({ attempt, now, by, focusable }: AttemptLineProps) {
  const at = Date.parse(attempt.at);
  return (
    <span className={styles.attempt} data-tone={attempt.back > 0 ? 'bad' : undefined}>
      {texts.did[attempt.kind]} <RelativeTime at={at} now={Math.max(now, at)} focusable={focusable ?? true} />
      {by === undefined ? '' : ` ${texts.by(by)}`}: {describeAttempt(attempt)}
    </span>
  );
}

/** "40 of 40 went through", "38 of 40 went through, 2 failed again": a message by coming back or by its download. */
export function describeAttempt({ total, fixed, back }: Attempt): string {
  const open = total - fixed - back;
  return [
    `${grouped(fixed)} of ${grouped(total)} went through`,
    ...(back > 0 ? [`${grouped(back)} ${texts.back}`] : []),
    ...(open > 0 ? [`${grouped(open)} not confirmed`] : []),
  ].join(', ');
}

interface CauseMemoryPanelProps {
  readonly memory: CauseMemory | undefined;
  /** Why this deployment keeps neither notes nor the attempts of others. */
  readonly whyNotKept: string | null;
  /** Why the memory could not be read. */
  readonly notRead: string | undefined;
  readonly noting: {
    /** The text that is being written; null if none is. */
    readonly draft: string | null;
    readonly onDraft: (text: string | null) => void;
    readonly save: () => Promise<void>;
    readonly isSaving: boolean;
    readonly failure: string | undefined;
    readonly isOvertaken: boolean;
    readonly whyNot: string | undefined;
    readonly nameOf: (personId: string) => string;
  };
  readonly shortcut?: string | undefined;
  readonly now: number;
  /** How many earlier attempts are listed; only the last by default. */
  readonly most?: number | undefined;
}

/** Shows how the last redrives and reprocesses for a cause went, and the team's note of what to do about it. */
export function CauseMemoryPanel(props: CauseMemoryPanelProps) {
  const { memory, whyNotKept, notRead, noting, shortcut, now, most = 1 } = props;
  if (memory === undefined) {
    return notRead === undefined ? null : <p className={styles.quiet}>{texts.notRead(notRead)}</p>;
  }
  const { attempts, note } = memory;
  const { draft, onDraft, whyNot, nameOf } = noting;
  const shown = attempts.slice(0, most);
  return (
    <section className={styles.memory} aria-label={texts.region}>
      <div className={styles.head}>
        {shown.length === 0 ? (
          <p className={styles.quiet}>{texts.noAttempts}</p>
        ) : (
          <ul className={styles.attempts}>
            {shown.map((attempt) => (
              <li key={`${attempt.jobId} ${attempt.by}`} className={styles.line}>
                <StatusGlyph
                  glyph={attempt.back > 0 ? 'failed' : isWhole(attempt) ? 'succeeded' : 'unconfirmed'}
                />
                <AttemptLine attempt={attempt} now={now} by={nameOf(attempt.by)} />
              </li>
            ))}
          </ul>
        )}
        {draft === null ? (
          <Button
            size="sm"
            variant="ghost"
            shortcut={shortcut}
            disabled={whyNot ?? false}
            onClick={() => onDraft(note?.text ?? '')}
          >
            {note === null ? texts.write : texts.change}
          </Button>
        ) : null}
      </div>
      {attempts.length > shown.length ? (
        <p className={styles.quiet}>{texts.earlier(attempts.length - shown.length)}</p>
      ) : null}
      {draft !== null ? (
        <NoteEditor {...props} draft={draft} />
      ) : note === null ? null : (
        <blockquote className={styles.note}>
          <p>{note.text}</p>
          <footer className={styles.quiet}>
            {note.by === null ? texts.unknownPerson : nameOf(note.by)}
            {note.at === null ? null : (
              <>
                , <RelativeTime at={Date.parse(note.at)} now={Math.max(now, Date.parse(note.at))} />
              </>
            )}
          </footer>
        </blockquote>
      )}
      {whyNotKept === null ? null : <p className={styles.quiet}>{whyNotKept}</p>}
    </section>
  );
}

function isWhole({ total, fixed }: Attempt): boolean {
  return fixed === total;
}

/** The person has just asked to write. */
function focusNow(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

function NoteEditor({ noting, draft }: CauseMemoryPanelProps & { readonly draft: string }) {
  const { onDraft, save, isSaving, failure, isOvertaken } = noting;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!saves && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (saves) void save();
    else onDraft(null);
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        label={texts.label}
        hint={texts.hint}
        rows={2}
        maxLength={longestNote}
        value={draft}
        ref={focusNow}
        onChange={({ currentTarget }) => onDraft(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isOvertaken ? (
        <Note tone="warn" live>
          {texts.overtaken}
        </Note>
      ) : null}
      {failure === undefined ? null : (
        <Note tone="bad" live>
          {failure}
        </Note>
      )}
      <div className={styles.buttons}>
        <Button size="sm" type="submit" shortcut="Mod+Enter" loading={isSaving}>
          {texts.save}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDraft(null)}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

const texts = {
  region: 'What is known about this cause',
  did: { redrive: 'Last redriven', reprocess: 'Last reprocessed' },
  back: 'failed again',
  by: (name: string): string => `by ${name}`,
  noAttempts: 'No redrive or reprocess for this cause is known.',
  earlier: (count: number): string =>
    count === 1 ? '1 earlier attempt' : `${grouped(count)} earlier attempts`,
  write: 'Write what to do',
  change: 'Change the note',
  label: 'What to do about it',
  hint: 'Colleagues see it wherever this cause is shown. Empty takes the note away.',
  save: 'Save the note',
  cancel: 'Cancel',
  overtaken: 'A colleague has changed the note meanwhile. Nothing was saved. Save again to replace theirs.',
  unknownPerson: 'Unknown person',
  notRead: (why: string): string => `Couldn't read what is known about this cause. ${why}`,
};
