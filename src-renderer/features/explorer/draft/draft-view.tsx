import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CodeArea, type GoToLine } from '#renderer/ui/code-area.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Note } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import { standingGuesses } from '#shared/catalogue/drafting/correct-draft.ts';
import { keyMap } from '#shared/catalogue/keys/key-map.ts';
import type { CheckedDraft } from '#shared/contract/drafts.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { messages } from '../messages.ts';
import { KeyMapTable } from '../views/key-map-table.tsx';
import { ReviewView } from '../views/review-view.tsx';
import styles from './draft.module.css';
import { DraftEntities, DraftPatterns } from './draft-forms.tsx';
import { useDraft, type DraftTab, type OpenDraft } from './draft-memory.ts';
import { SaveDialog } from './saved-file.tsx';

interface DraftViewProps {
  readonly onDescribe: () => void;
  readonly onImport: () => void;
  /** Opens the questions of a system that was saved. */
  readonly onSystem: (id: string) => void;
}

/** Shows the open draft: what it declares, with each guess marked, and the mistakes in it at their lines. */
export function DraftView({ onDescribe, onImport, onSystem }: DraftViewProps) {
  const { draft, gone, bringBack } = useDraft();
  if (draft === null) {
    return (
      <EmptyState
        title={messages.draft.none}
        actions={
          <>
            {gone.map((one) => (
              <Button key={one.text} icon="undo" onClick={() => bringBack(one)}>
                {messages.draft.bringBack(one.name)}
              </Button>
            ))}
            <Button icon="add" onClick={onDescribe}>
              {messages.draft.describeMenu}
            </Button>
            <Button icon="downloads" onClick={onImport}>
              {messages.draft.importMenu}
            </Button>
          </>
        }
      >
        {messages.draft.noneNext}
      </EmptyState>
    );
  }
  return <OpenDraftView draft={draft} onSystem={onSystem} />;
}

function OpenDraftView({
  draft,
  onSystem,
}: { readonly draft: OpenDraft } & Pick<DraftViewProps, 'onSystem'>) {
  const { show, undo, redo, discard, close } = useDraft();
  const [isSaving, setSaving] = useState(false);
  const settled = useSettled(draft.text, checkAfterMs);
  const checked = useQuery({
    ...operationOptions('catalogue.checkDraft', { text: settled }),
    placeholderData: keepPreviousData,
  });
  const isCurrent = settled === draft.text && !checked.isPlaceholderData;
  const result = checked.data?.value;
  const system = result?.system ?? null;
  const problems = result?.problems ?? [];
  const open: OpenSystem | null =
    system === null ? null : { declaration: system, origin: 'file', tableNames: result?.tableNames ?? {} };
  const mayNotSave =
    problems.length > 0
      ? messages.draft.correctFirst
      : !isCurrent || system === null
        ? messages.draft.checking
        : false;

  return (
    <>
      <ViewFrame
        title={system === null ? messages.draft.draft : messages.draft.draftOf(system.name)}
        sub={draft.from}
        actions={
          <>
            <Segmented
              label={messages.draft.partsOfDraft}
              size="sm"
              value={draft.tab}
              onChange={show}
              options={tabs}
            />
            <Button
              size="sm"
              icon="undo"
              disabled={draft.before.length === 0 ? messages.draft.nothingToUndo : false}
              onClick={undo}
            >
              {messages.draft.undo}
            </Button>
            <Button
              size="sm"
              icon="redo"
              disabled={draft.undone.length === 0 ? messages.draft.nothingToRedo : false}
              onClick={redo}
            >
              {messages.draft.redo}
            </Button>
            <Button size="sm" variant="ghost" icon="trash" onClick={discard}>
              {messages.draft.discard}
            </Button>
            <Button size="sm" variant="primary" disabled={mayNotSave} onClick={() => setSaving(true)}>
              {messages.draft.save}
            </Button>
          </>
        }
      >
        {checked.error === null ? null : (
          <ErrorState
            title={messages.draft.notChecked}
            happened={toFailure(checked.error).message}
            notDone={messages.draft.nothingSaved}
            next={messages.page.tryAgain}
            onRetry={() => void checked.refetch()}
            retrying={checked.isFetching}
          />
        )}
        {draft.tab === 'text' ? (
          <DraftText draft={draft} problems={problems} system={open} />
        ) : open === null ? (
          <Mistakes problems={problems} onText={() => show('text')} />
        ) : (
          <DraftTabBody draft={draft} system={open} />
        )}
      </ViewFrame>
      {system === null ? null : (
        <SaveDialog
          open={isSaving}
          draft={draft}
          system={system}
          onClose={() => setSaving(false)}
          onSaved={(text, isWanted) => {
            close(text);
            if (!isWanted) return;
            setSaving(false);
            onSystem(system.id);
          }}
        />
      )}
    </>
  );
}

const tabs = [
  { value: 'entities', label: messages.draft.entities },
  { value: 'patterns', label: messages.draft.patterns },
  { value: 'review', label: 'Review' },
  { value: 'text', label: messages.draft.text },
] as const satisfies readonly { value: DraftTab; label: string }[];

const checkAfterMs = 250;

function DraftTabBody({ draft, system }: { readonly draft: OpenDraft; readonly system: OpenSystem }) {
  const guesses = standingGuesses(system.declaration, draft.guesses);
  switch (draft.tab) {
    case 'patterns':
      return <DraftPatterns draft={draft} system={system} guesses={guesses} />;
    case 'review':
      return <ReviewView system={system} />;
    default:
      return <DraftEntities draft={draft} system={system} guesses={guesses} />;
  }
}

type Problems = CheckedDraft['problems'];

function Mistakes({ problems, onText }: { readonly problems: Problems; readonly onText: () => void }) {
  if (problems.length === 0) return null;
  return (
    <ViewPart title={messages.draft.mistakes(problems.length)} padded>
      <Note
        tone="bad"
        action={
          <Button size="sm" onClick={onText}>
            {messages.draft.toText}
          </Button>
        }
      >
        {messages.draft.formsNeed}
      </Note>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.problem}`}>
            <code>{problem.path}</code> {problem.problem}
          </li>
        ))}
      </ul>
    </ViewPart>
  );
}

interface DraftTextProps {
  readonly draft: OpenDraft;
  readonly problems: Problems;
  readonly system: OpenSystem | null;
}

/** The text is the declaration itself. Beside its mistakes stands what it declares. */
function DraftText({ draft, problems, system }: DraftTextProps) {
  const { write } = useDraft();
  const goTo = useRef<GoToLine>(null);
  const marks = new Map(problems.map(({ line, problem }) => [line, problem]));
  return (
    <div className={styles.textTab}>
      <CodeArea
        label={messages.draft.declaration}
        labelHidden
        className={styles.code}
        value={draft.text}
        onChange={write}
        marks={marks}
        goTo={goTo}
      />
      <section className={styles.told} aria-label={messages.draft.mistakesTitle} aria-live="polite">
        {problems.length === 0 ? (
          <p className={styles.about}>{messages.draft.noMistakes}</p>
        ) : (
          <ul ref={makeScrollReachable} className={styles.problems}>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.problem}`}>
                <Button size="sm" variant="ghost" onClick={() => goTo.current?.(problem.line)}>
                  {messages.draft.line(problem.line)}
                </Button>{' '}
                <code>{problem.path}</code>{' '}
                {problem.value === '' ? null : (
                  <>
                    is <code>{problem.value}</code>:{' '}
                  </>
                )}
                {problem.problem}
              </li>
            ))}
          </ul>
        )}
      </section>
      {system === null
        ? null
        : Object.entries(system.declaration.tables).map(([key, table]) => (
            <ViewPart key={key} title={messages.draft.preview} hint={table.name}>
              <KeyMapTable
                map={keyMap(system.declaration, key)}
                table={table}
                label={messages.draft.preview}
              />
            </ViewPart>
          ))}
    </div>
  );
}
