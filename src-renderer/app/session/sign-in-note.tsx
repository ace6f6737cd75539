import { useEffect, useState } from 'react';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import styles from './sign-in-note.module.css';
import { notSignedIn } from './sign-in-words.ts';
import { useReadAfterSignIn } from './use-read-after-sign-in.ts';
import { useSession } from './use-session.ts';

/** That nothing can be read of this account now, why, and what would change it. */
export function SignInNote() {
  const { connection, signIn } = useSession();
  const aws = signIn?.aws;
  const again = useCommand('connections.signIn');
  const takesLong = useTakesLong(aws?.state === 'in-progress');
  useReadAfterSignIn();

  if (takesLong) {
    const where = connection.accountId === null ? 'AWS' : groupedAccount(connection.accountId);
    return <Note flat>Signing in to {where}. Nothing is read until that is done.</Note>;
  }
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
            <CopyButton text={run} label="Copy the command" visibleLabel="Copy the command" />
          )}
          <Button
            size="sm"
            icon="key"
            loading={again.isRunning}
            onClick={(event) => {
              // The button goes away with its success; without this the focus would go with it.
              event.currentTarget.closest('main')?.focus();
              void again.run({ to: 'aws' });
            }}
          >
            Sign in
          </Button>
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

/** To renew keys takes a moment, and then nobody need hear of it. */
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
