import { useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Discovery } from '#shared/contract/connections.ts';
import { accessOfDraft, lookWays, toSearchQuestion, withAnswer } from './draft.ts';
import { describeBudget, describeDiscovery, describeListed, messages, wayWords } from './form-messages.ts';
import { Outcome, Step, type FormState } from './form-parts.tsx';
import { useFileText } from '../use-file-text.ts';
import styles from './form.module.css';
import { PartsTable } from './parts-table.tsx';
import { accessLacks, Trouble } from './whose-account.tsx';

/** Finds what the account has, and lets a person correct every name. It asks nothing before it is told to. */
export function ResourcesStep({ form }: { readonly form: FormState }) {
  const { draft, set, problemAt } = form;
  const [outputs, setOutputs] = useState('');
  const looking = useLooking(form, outputs);
  const { answer } = looking;
  const found = answer?.state === 'found' ? answer : undefined;
  const stages = found?.stages ?? [];
  return (
    <Step id="resources" title={messages.resources.title}>
      <div className={styles.inline}>
        <Segmented
          label={messages.resources.way}
          value={draft.way}
          onChange={(way) => set({ way })}
          options={lookWays.map((way) => ({ value: way, label: wayWords[way] }))}
        />
      </div>
      <div className={styles.pair} data-path="stage">
        <SuggestField
          label={messages.resources.stage}
          mono
          value={draft.stage}
          suggestions={stages.map((value) => ({ value }))}
          hint={messages.resources.stageHint}
          error={problemAt('stage', draft.stage)}
          onChange={(stage) => set({ stage })}
        />
      </div>
      <WayFields form={form} outputs={outputs} onOutputs={setOutputs} />
      {draft.way === 'hand' ? (
        <p className={styles.quiet}>{messages.resources.byHand}</p>
      ) : (
        <LookPanel form={form} looking={looking} />
      )}
      {found === undefined || draft.way === 'hand' ? null : <FoundNotes found={found} />}
      <PartsTable form={form} found={found} />
    </Step>
  );
}

interface WayFieldsProps {
  readonly form: FormState;
  readonly outputs: string;
  readonly onOutputs: (text: string) => void;
}

function WayFields({ form: { draft, set }, outputs, onOutputs }: WayFieldsProps) {
  const chooseFile = useFileText(onOutputs);
  if (draft.way === 'tag') {
    return (
      <div className={styles.pair}>
        <TextField
          label={messages.resources.tagKey}
          mono
          placeholder="project"
          value={draft.tagKey}
          hint={messages.resources.tagHint}
          onChange={(event) => set({ tagKey: event.currentTarget.value })}
        />
        <TextField
          label={messages.resources.tagValue}
          mono
          value={draft.tagValue}
          onChange={(event) => set({ tagValue: event.currentTarget.value })}
        />
      </div>
    );
  }
  if (draft.way !== 'outputs') return null;
  return (
    <div className={styles.paste}>
      <TextArea
        label={messages.resources.outputs}
        mono
        rows={5}
        value={outputs}
        hint={messages.resources.outputsHint}
        onChange={(event) => onOutputs(event.currentTarget.value)}
      />
      <div className={styles.inline}>
        <Button size="sm" icon="document" onClick={chooseFile}>
          {messages.resources.outputsFile}
        </Button>
      </div>
    </div>
  );
}

type Answer = OutputOf<'connections.discover'>['answer'];

interface Looked {
  readonly asked: string;
  readonly answer: Answer;
}

/** Returns the last search of this form, which may be for other values than the form has now. */
export function useDiscovery({ place }: Pick<FormState, 'place'>) {
  return useKept<Looked | null>(['connection-form', place, 'discovery'], null);
}

function useLooking(form: FormState, outputs: string) {
  const { draft, change } = form;
  const [looked, keep] = useDiscovery(form);
  const looking = useCommand('connections.discover', { toldInPlace: true });
  const signingIn = useCommand('connections.signInProfile', { toldInPlace: true });
  const identifying = useCommand('connections.identify', { toldInPlace: true });
  const asked = toSearchQuestion(draft);

  async function look(): Promise<void> {
    const result = await looking.run({
      aws: accessOfDraft(draft),
      stage: draft.stage.trim() === '' ? null : draft.stage.trim(),
      tag: draft.way === 'tag' ? { key: draft.tagKey.trim(), value: draft.tagValue.trim() } : null,
      outputs: draft.way === 'outputs' ? outputs : null,
    });
    if (!result.ok) return;
    const { answer } = result.value;
    if (answer.state === 'stopped') return keep(() => ({ asked, answer }));
    // The stage that was found is part of the question from now on.
    keep(() => ({
      asked: toSearchQuestion({ ...draft, stage: draft.stage || (answer.stage ?? '') }),
      answer,
    }));
    change((before) => withAnswer(before, answer, asked));
  }

  /** Signs in, or sends a code, and then looks again. */
  async function after(step: Promise<{ readonly ok: boolean }>): Promise<void> {
    const { ok } = await step;
    if (ok) await look();
  }

  return {
    answer: looked?.answer,
    isOutdated: looked !== null && looked.asked !== asked,
    isRunning: looking.isRunning || signingIn.isRunning || identifying.isRunning,
    failure: looking.failure,
    look: () => void look(),
    signInHere: () => void after(signingIn.run({ aws: accessOfDraft(draft) })),
    sendCode: (code: string) => void after(identifying.run({ aws: accessOfDraft(draft), code })),
  };
}

interface LookPanelProps {
  readonly form: FormState;
  readonly looking: ReturnType<typeof useLooking>;
}

function LookPanel({ form: { draft }, looking }: LookPanelProps) {
  const { answer, isOutdated, isRunning, failure, look, signInHere, sendCode } = looking;
  const lacks =
    accessLacks(draft) ??
    (draft.way === 'tag' && draft.tagKey.trim() === '' ? messages.resources.needsTag : undefined);
  return (
    <section className={styles.panel} aria-label={messages.resources.look}>
      <p className={styles.told}>
        {messages.resources.before}{' '}
        <span className={styles.quiet}>{describeBudget(draft.way === 'tag')}</span>
      </p>
      <div className={styles.inline}>
        <Button
          icon="search"
          variant={answer?.state === 'found' && !isOutdated ? 'default' : 'primary'}
          loading={isRunning}
          disabled={lacks ?? false}
          onClick={look}
        >
          {answer === undefined ? messages.resources.look : messages.resources.lookAgain}
        </Button>
        <output className={styles.answer}>
          {isRunning ? (
            <span className={styles.quiet}>{messages.resources.looking}</span>
          ) : answer?.state === 'found' ? (
            <Outcome tone={isOutdated ? 'quiet' : 'good'}>
              {isOutdated ? messages.resources.outdated : describeDiscovery(answer)}
            </Outcome>
          ) : null}
        </output>
      </div>
      {answer?.state === 'stopped' && !isOutdated ? (
        <Trouble
          stopped={answer}
          isRunning={isRunning}
          onTryAgain={look}
          onSignInHere={signInHere}
          onCode={sendCode}
        />
      ) : null}
      {failure === undefined || isRunning ? null : (
        <Note tone="bad" live>
          {failure.message}
        </Note>
      )}
    </section>
  );
}

/** Says what was listed, what was denied, and what would allow it. */
function FoundNotes({ found }: { readonly found: Discovery }) {
  const { denied, policy, notes } = found;
  return (
    <>
      <p className={styles.quiet}>{describeListed(found)}</p>
      {notes.map((note) => (
        <p key={note} className={styles.quiet}>
          {note}
        </p>
      ))}
      {denied.length === 0 ? null : (
        <Note tone="warn">
          {messages.resources.denied}
          <ul className={styles.denied}>
            {denied.map(({ action, means }) => (
              <li key={action}>
                <code>{action}</code> {means}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {policy === null ? null : <SearchPolicy policy={policy} />}
    </>
  );
}

function SearchPolicy({ policy }: { readonly policy: string }) {
  const fileName = 'permissions-to-find-resources.json';
  return (
    <section className={styles.policy} aria-label={messages.resources.policyTitle}>
      <PaneHead
        title={messages.resources.policyTitle}
        level={3}
        hint={messages.resources.policyNote}
        actions={
          <>
            <CopyButton text={policy} label={messages.resources.copyPolicy} visibleLabel="Copy" />
            <Button
              size="sm"
              icon="downloads"
              onClick={() => downloadText({ fileName, mediaType: 'application/json', text: policy })}
            >
              Save
            </Button>
          </>
        }
      />
      <pre className={styles.policyText} ref={makeScrollReachable}>
        {policy}
      </pre>
    </section>
  );
}
