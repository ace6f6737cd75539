import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { MenuGroup, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { AwsSignIn, PipelineSignIn } from '#shared/contract/sign-in.ts';
import { codeDigits, codePattern } from '#shared/domain/sign-in-limits.ts';
import { arnName, groupedAccount } from '#shared/domain/formatting.ts';
import styles from './session.module.css';
import { useSession } from './use-session.ts';
import { messages } from '../messages.ts';

/** Says that nothing can be read from this account now, why, and what would change it. */
export function SignInNote() {
  const { connection, signIn } = useSession();
  const aws = signIn?.aws;
  const toApi = useLasting(describeApiSignIn(signIn?.pipeline));
  const takesLong = useTakesLong(aws?.state === 'in-progress');
  useReadAfterSignIn();

  if (takesLong) {
    const where = connection.accountId === null ? 'AWS' : groupedAccount(connection.accountId);
    return <Note flat>Signing in to {where}. Nothing is read until that is done.</Note>;
  }
  if (aws?.state === 'signed-in' && toApi !== null) return <ApiNote {...toApi} />;
  if (aws?.state !== 'failed') return null;
  const { why, run, reason } = aws;
  return (
    <Note
      tone={reason === 'other-account' ? 'bad' : 'warn'}
      flat
      live
      action={
        <div className={styles.actions}>
          {run === null ? null : (
            <CopyButton
              text={run}
              label={messages.note.copyCommand}
              visibleLabel={messages.note.copyCommand}
            />
          )}
          <SignInButton to="aws" label={messages.session.signIn} />
        </div>
      }
    >
      <b>{notSignedIn(connection.accountId)}</b> {why}
      {run === null ? null : (
        <>
          {' '}
          In a terminal, run <code className={styles.run}>{run}</code> and then sign in here.
        </>
      )}
    </Note>
  );
}

/** Says that this person is not signed in to the pipeline API, so nothing that needs a role can be done. */
function ApiNote({ says, button }: ApiSignIn) {
  return (
    <Note tone="warn" flat live action={<SignInButton to="pipeline" label={button} />}>
      <b>{messages.session.apiNotSignedIn}</b> {says}
    </Note>
  );
}

interface ApiSignIn {
  readonly says: string;
  readonly button: string;
}

/** Returns what to say and to offer while a person has to sign in to the pipeline API; null otherwise. */
export function describeApiSignIn(pipeline: PipelineSignIn | undefined): ApiSignIn | null {
  const { roleMeanwhile, apiContinue, signIn, signInAgain } = messages.session;
  switch (pipeline?.state) {
    case 'not-yet':
      return { says: roleMeanwhile, button: signIn };
    case 'failed':
      return { says: `${pipeline.why} ${roleMeanwhile}`, button: signIn };
    case 'in-browser':
      // A closed tab sends no event, so another one can be opened.
      return { says: apiContinue(pipeline.issuer), button: signInAgain };
    default:
      return null;
  }
}

/** A connection that is being opened is not signed in for a moment, which is not worth a note. */
function useLasting(now: ApiSignIn | null): ApiSignIn | null {
  return useTakesLong(now !== null) ? now : null;
}

/** Renewing keys usually takes only a moment, so the note appears only if it takes longer. */
function useTakesLong(goesOn: boolean): boolean {
  const [takesLong, setTakesLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => setTakesLong(true), longMs);
    return () => {
      clearTimeout(timer);
      setTakesLong(false);
    };
  }, [goesOn]);
  return takesLong && goesOn;
}

const longMs = 1_500;

/** Queries that were refused for want of a sign-in are read again as soon as a person signs in. */
function useReadAfterSignIn(): void {
  const client = useQueryClient();
  const state = useSession().signIn?.aws.state;
  /** This is when the wait for a sign-in began, or null if there is none. */
  const waitedSince = useRef<number | null>(null);
  const look = useCommand('monitor.look', { toldInPlace: true });
  const readAll = useEffectEvent((since: number) => {
    readRefused(client, since - arrivesLate);
    void look.run({});
  });

  // The main process refuses reads that would wait long, and it may ask a person without the console seeing it.
  useEffect(() => {
    if (state !== 'in-progress') return undefined;
    const begun = Date.now();
    const timer = setTimeout(() => (waitedSince.current ??= begun), quickSignIn);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state === 'code-wanted' || state === 'failed') waitedSince.current ??= Date.now();
    if (state !== 'signed-in' || waitedSince.current === null) return;
    readAll(waitedSince.current);
    waitedSince.current = null;
  }, [state]);
}

/** Within this time no read is refused for waiting. */
const quickSignIn = 6_000;

/** An answer and the news about the sign-in arrive over separate channels, so one may be late. */
const arrivesLate = 2_000;

/**
 * Reads again every refused query, including those that were read only on request, and every answer since
 * then, because parts of it may be missing. Queries that are out of sight are read when they are shown again.
 */
export function readRefused(client: QueryClient, since: number): void {
  const isDue = (query: Query): boolean =>
    wasRefused(query) || (query.isActive() && query.state.dataUpdatedAt >= since);
  const due = client.getQueryCache().findAll({ predicate: isDue });
  void client.invalidateQueries({ predicate: isDue, refetchType: 'none' });
  for (const query of due) {
    // The query keeps its own failure.
    if (query.getObserversCount() > 0) query.fetch().catch(() => undefined);
  }
}

/** Is true if the query failed with such a code, or if a part of its answer did. */
function wasRefused({ state: { error, data } }: Query): boolean {
  if (error !== null && codes.has(toFailure(error).code)) return true;
  const text = JSON.stringify(data) ?? '';
  return [...codes].some((code) => text.includes(`"code":"${code}"`));
}

const codes: ReadonlySet<string> = new Set(['not-signed-in', 'sign-in-expired']);

/** Shows in a menu who is signed in to this account, or nothing if the connection needs no sign-in. */
export function SignInItems() {
  const { connection, signIn } = useSession();
  const again = useCommand('connections.signIn');
  if (signIn === null) return null;
  const { aws, pipeline } = signIn;
  const toApi = describeApiSignIn(pipeline);
  return (
    <>
      <MenuSeparator />
      {aws.state === 'signed-in' ? (
        <WhoAmI signedIn={aws} />
      ) : (
        <MenuGroup label={notSignedIn(connection.accountId)}>
          <MenuItem icon="key" onSelect={() => void again.run({ to: 'aws' })}>
            {messages.session.signIn}
          </MenuItem>
        </MenuGroup>
      )}
      {toApi === null ? null : (
        <MenuGroup label={messages.session.apiNotSignedIn}>
          <MenuItem icon="key" onSelect={() => void again.run({ to: 'pipeline' })}>
            {toApi.button}
          </MenuItem>
        </MenuGroup>
      )}
    </>
  );
}

function WhoAmI({ signedIn }: { readonly signedIn: SignedIn }) {
  const copy = useCopyAndTell();
  const now = useNow(30_000);

  return (
    <MenuGroup label={`Signed in to ${groupedAccount(signedIn.accountId)} as`}>
      <MenuItem icon="copy" hint={endsIn(signedIn, now)} onSelect={() => copy(signedIn.arn)}>
        {arnName(signedIn.arn)}
      </MenuItem>
    </MenuGroup>
  );
}

type SignedIn = Extract<AwsSignIn, { state: 'signed-in' }>;

/** Returns how long the keys stay valid, in words that stay true for a while. */
export function endsIn({ expiresAt }: Pick<SignedIn, 'expiresAt'>, now: number): string {
  if (expiresAt === null) return 'does not end';
  const minutes = Math.floor((Date.parse(expiresAt) - now) / 60_000);
  if (minutes < 1) return 'ends in a minute';
  if (minutes < 60) return `ends in ${String(minutes)} min`;
  return `ends in ${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** Names the problem in a few words, before the sentence that gives the reason. */
export function notSignedIn(accountId: string | null): string {
  return `Not signed in to ${accountId === null ? 'AWS' : groupedAccount(accountId)}.`;
}

/** Explains why the person is unknown, which only the pipeline API can tell. */
export function whyUnknown(pipeline: PipelineSignIn | undefined): string {
  const meanwhile = messages.session.roleMeanwhile;
  switch (pipeline?.state) {
    case 'no-api':
      return messages.session.noApi;
    case 'failed':
      return messages.session.apiFailed(pipeline.why, meanwhile);
    case 'in-browser':
      return messages.session.apiInBrowser(meanwhile);
    case 'not-yet':
      return messages.session.apiNotYet(meanwhile);
    default:
      return messages.session.apiUnanswered(meanwhile);
  }
}

/** Keeps only the digits, because a device shows a code in two groups and a pasted code may contain a space. */
export function typedCode(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, codeDigits);
}

export function codeProblem(code: string): string | undefined {
  return codePattern.test(code) ? undefined : messages.session.codeProblem;
}

function SignInButton({ to, label }: { readonly to: 'aws' | 'pipeline'; readonly label: string }) {
  const again = useCommand('connections.signIn');
  return (
    <Button
      size="sm"
      icon="key"
      loading={again.isRunning}
      onClick={(event) => {
        // The button disappears when the sign-in succeeds, so the focus moves to the page first.
        event.currentTarget.closest('main')?.focus();
        void again.run({ to });
      }}
    >
      {label}
    </Button>
  );
}
