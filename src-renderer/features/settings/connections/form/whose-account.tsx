import { useEffect, useEffectEvent, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import type { AccessIdentity, AccessStopped } from '#shared/contract/connections.ts';
import { arnName, groupedAccount } from '#shared/domain/formatting.ts';
import { accessOfDraft, type FormDraft } from './draft.ts';
import { messages } from './form-messages.ts';
import { Outcome, type FormState } from './form-parts.tsx';
import styles from './form.module.css';

/** Every answer belongs to the profile and region that were asked, and is not shown for others. */
interface Asked {
  readonly access: string;
  readonly identity: AccessIdentity;
}

/** Returns the last answer of STS for the profile and region in the form. */
export function useIdentity({ place, draft }: Pick<FormState, 'place' | 'draft'>) {
  const [asked, keep] = useKept<Asked | null>(['connection-form', place, 'identity'], null);
  const access = writeAccess(draft);
  return {
    identity: asked?.access === access ? asked.identity : undefined,
    keep: (of: FormDraft, identity: AccessIdentity) => keep(() => ({ access: writeAccess(of), identity })),
  };
}

function writeAccess(draft: FormDraft): string {
  return JSON.stringify(accessOfDraft(draft));
}

/** Asks STS whose keys these are, and signs in where that is needed first. */
export function WhoseAccount({ form }: { readonly form: FormState }) {
  const { draft, set, problemAt } = form;
  const { isAsking, isSigningIn, identity, failure, ask, signInHere, stopSignIn } = useAskingAccount(form);
  const lacks = accessLacks(draft);
  return (
    <section className={styles.panel} aria-label={messages.account.who}>
      <div className={styles.inline}>
        <Button
          icon="person"
          variant={identity?.state === 'known' ? 'default' : 'primary'}
          loading={isAsking}
          disabled={lacks ?? false}
          onClick={() => ask()}
        >
          {messages.account.who}
        </Button>
        <span className={styles.quiet}>{messages.account.askHint}</span>
      </div>
      <output className={styles.answer}>
        {isSigningIn ? (
          <span className={styles.inline}>
            <span>{messages.account.signingIn}</span>
            <Button size="sm" onClick={stopSignIn}>
              {messages.account.stopSignIn}
            </Button>
          </span>
        ) : identity?.state === 'known' ? (
          <Outcome tone="good">
            {'Account '}
            <b className={styles.mono}>{groupedAccount(identity.accountId)}</b>
            {', as '}
            <span title={identity.arn}>{arnName(identity.arn)}</span>{' '}
            <CopyButton text={identity.arn} label="Copy the identity" />
          </Outcome>
        ) : null}
      </output>
      {identity?.state === 'known' && draft.accountId !== identity.accountId ? (
        <Note
          tone="warn"
          action={
            <Button size="sm" onClick={() => set({ accountId: identity.accountId })}>
              {messages.account.takeAccount}
            </Button>
          }
        >
          {messages.account.otherAccount(draft.accountId, groupedAccount(identity.accountId))}
        </Note>
      ) : null}
      {identity?.state === 'stopped' && !isSigningIn ? (
        <Trouble
          stopped={identity}
          isRunning={isAsking}
          onTryAgain={() => ask()}
          onSignInHere={signInHere}
          onCode={ask}
        />
      ) : null}
      {failure === undefined || isAsking ? null : (
        <Note tone="bad" live>
          {failure.message}
        </Note>
      )}
      <div className={styles.pair} data-path="aws.accountId">
        <TextField
          label={messages.account.accountId}
          mono
          inputMode="numeric"
          value={draft.accountId}
          hint={messages.account.accountHint}
          error={problemAt('aws.accountId', draft.accountId)}
          onChange={(event) => set({ accountId: event.currentTarget.value })}
        />
      </div>
    </section>
  );
}

/** Asks STS, and signs in where the profile needs it. A known account fills in the field. */
function useAskingAccount(form: FormState) {
  const { draft, change } = form;
  const { identity, keep } = useIdentity(form);
  const asking = useCommand('connections.identify', { toldInPlace: true });
  const signingIn = useCommand('connections.signInProfile', { toldInPlace: true });
  const stopping = useCommand('connections.stopSignIn', { toldInPlace: true });

  function take(of: FormDraft, answer: AccessIdentity): void {
    keep(of, answer);
    if (answer.state !== 'known') return;
    change((before) => {
      // The person may have chosen another profile while STS was asked.
      if (writeAccess(before) !== writeAccess(of)) return before;
      // An account that a person typed stays, and the difference is shown.
      if (before.set.includes('accountId') && before.accountId !== '') return before;
      return { ...before, accountId: answer.accountId };
    });
  }

  async function ask(code?: string): Promise<void> {
    const aws = accessOfDraft(draft);
    const result = await asking.run(code === undefined ? { aws } : { aws, code });
    if (result.ok) take(draft, result.value.answer);
  }

  async function signInHere(): Promise<void> {
    const result = await signingIn.run({ aws: accessOfDraft(draft) });
    if (result.ok) take(draft, result.value.answer);
  }

  return {
    identity,
    isAsking: asking.isRunning,
    isSigningIn: signingIn.isRunning,
    failure: asking.failure ?? signingIn.failure,
    ask: (code?: string) => void ask(code),
    signInHere: () => void signInHere(),
    stopSignIn: () => void stopping.run({}),
  };
}

/** Returns what a call to the account still needs, as the reason of a button that is off. */
export function accessLacks({ profile, fromEnvironment, region }: FormDraft): string | undefined {
  if (profile.trim() === '' && !fromEnvironment) return messages.account.needsProfile;
  return region.trim() === '' ? messages.account.needsRegion : undefined;
}

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
