import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import type { AccessStopped } from '#shared/contract/connections.ts';
import type { FormDraft } from './draft.ts';
import { messages } from './form-messages.ts';
import styles from './form.module.css';

export const stepIds = ['account', 'resources', 'api', 'save'] as const;
export type StepId = (typeof stepIds)[number];

/** `open` is not filled in yet, and `done` was confirmed by an answer. */
export type StepState = 'open' | 'filled' | 'done' | 'wrong';

export interface FormState {
  /** Results of calls are kept under this name while the window is open. */
  readonly place: string;
  readonly draft: FormDraft;
  /** Changes what a person sets, which no proposal replaces. */
  readonly set: (change: Partial<FormDraft>) => void;
  readonly change: (next: (before: FormDraft) => FormDraft) => void;
  /** What is wrong at a path of the entry, once something was typed there or a save was tried. */
  readonly problemAt: (path: string, typed: string) => string | undefined;
  /** Paths whose values stay in the file, and are shown nowhere. */
  readonly hidden: readonly string[];
  /** The entry that "as in the file" refers to. */
  readonly like: string | undefined;
  /** The connection that is changed; undefined for a new one. */
  readonly editedId: string | undefined;
  readonly takenIds: readonly string[];
}

interface StepProps {
  readonly id: StepId;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the form. All parts are on the page in order, and each can be changed at any time. */
export function Step({ id, title, hint, actions, children }: StepProps) {
  const titleId = useId();
  return (
    <section className={styles.step} aria-labelledby={titleId} data-step={id}>
      <PaneHead title={title} titleId={titleId} hint={hint} actions={actions} />
      <div className={styles.stepBody}>{children}</div>
    </section>
  );
}

export const stateIcons = { open: 'remove', filled: 'edit', done: 'check', wrong: 'warning' } as const;

interface TroubleProps {
  readonly stopped: AccessStopped;
  readonly isRunning: boolean;
  readonly onTryAgain: () => void;
  readonly onSignInHere: () => void;
  readonly onCode: (code: string) => void;
}

/** Says what is in the way of a first call, and offers what helps. */
export function Trouble({ stopped, isRunning, onTryAgain, onSignInHere, onCode }: TroubleProps) {
  const { trouble, happened, next, run, canRunHere } = stopped;
  const asksForCode = trouble === 'code-wanted' || trouble === 'code-rejected';
  useReturnToWindow(run !== null && !isRunning, onTryAgain);
  return (
    <div className={styles.trouble}>
      <Note tone={asksForCode ? 'info' : 'warn'} live>
        <b>{happened}</b> {next}
      </Note>
      {run === null ? null : (
        <div className={styles.command}>
          <span className={styles.quiet}>{messages.account.inTerminal}</span>
          <code>{run}</code>
          <CopyButton text={run} label={messages.account.copyCommand} />
        </div>
      )}
      {asksForCode ? (
        <CodeForm isRunning={isRunning} onCode={onCode} />
      ) : (
        <div className={styles.inline}>
          {canRunHere ? (
            <Button variant="primary" icon="key" loading={isRunning} onClick={onSignInHere}>
              {messages.account.signInHere}
            </Button>
          ) : null}
          <Button icon="retry" loading={isRunning && !canRunHere} onClick={onTryAgain}>
            {messages.account.tryAgain}
          </Button>
          {run === null ? null : <span className={styles.quiet}>{messages.account.backAgain}</span>}
        </div>
      )}
    </div>
  );
}

/** Calls back when a person returns to this window, for example from a terminal. */
function useReturnToWindow(isOn: boolean, onReturn: () => void): void {
  const back = useEffectEvent(onReturn);
  useEffect(() => {
    if (!isOn) return undefined;
    let wasAway = false;
    const leave = (): void => {
      wasAway = true;
    };
    const comeBack = (): void => {
      if (wasAway) back();
      wasAway = false;
    };
    globalThis.addEventListener('blur', leave);
    globalThis.addEventListener('focus', comeBack);
    return () => {
      globalThis.removeEventListener('blur', leave);
      globalThis.removeEventListener('focus', comeBack);
    };
  }, [isOn]);
}

interface CodeFormProps {
  readonly isRunning: boolean;
  readonly onCode: (code: string) => void;
}

/** The code is sent once and kept nowhere. */
function CodeForm({ isRunning, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const send = (): void => {
    onCode(code);
    setCode('');
  };
  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole(code)) send();
      }}
    >
      <TextField
        label={messages.account.code}
        className={styles.code}
        mono
        inputMode="numeric"
        maxLength={6}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={isRunning} disabled={!isWhole(code)}>
        {messages.account.sendCode}
      </Button>
    </form>
  );
}

function isWhole(code: string): boolean {
  return /^\d{6}$/.test(code);
}

interface OutcomeProps {
  readonly tone: 'good' | 'quiet';
  readonly children: ReactNode;
}

/** One line that says how a question ended. */
export function Outcome({ tone, children }: OutcomeProps) {
  return (
    <p className={tone === 'good' ? styles.good : styles.quiet}>
      {tone === 'good' ? <Icon name="check" size={14} /> : null}
      <span>{children}</span>
    </p>
  );
}
