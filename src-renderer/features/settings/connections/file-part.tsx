import { useQueryClient } from '@tanstack/react-query';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useForgetChecks } from '#renderer/contract/use-connection-check.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import { describeReadAgain, messages } from '../messages.ts';
import styles from './connections.module.css';

interface FilePartProps {
  readonly file: string;
  readonly readAt: string;
  readonly reading: ReadFile;
}

export function FilePart({ file, readAt, reading }: FilePartProps) {
  const now = useNow(15_000);
  return (
    <section className={styles.file} ref={makeScrollReachable} aria-label={messages.file.region}>
      <PaneHead title={messages.file.title} />
      <div className={styles.path}>
        <code>{file}</code>
        <CopyButton text={file} label={messages.file.copyPath} />
      </div>
      <div className={styles.reading}>
        <Button size="sm" icon="refresh" disabled={reading.isRunning} onClick={reading.run}>
          {messages.file.readAgain}
        </Button>
        <span className={styles.quiet}>
          read <RelativeTime at={Math.min(Date.parse(readAt), now)} now={now} />
        </span>
      </div>
      <p className={styles.byHand}>{messages.file.byHand}</p>
    </section>
  );
}

interface ReadFile {
  readonly run: () => void;
  readonly isRunning: boolean;
}

/** Reads connections.json again and reports the changes. */
export function useReadFile(): ReadFile {
  const apply = useApplyFile();
  const toast = useToast();
  const read = useCommand('connections.readFile', {
    onSuccess: (file) => {
      toast.show({ id: 'connections-file', ...describeReadAgain(file) });
      apply(file);
    },
  });
  return { run: () => void read.run({}), isRunning: read.isRunning };
}

/** Shows what the file has now, after it was read again or written. */
export function useApplyFile(): (file: OutputOf<'connections.readFile'>) => void {
  const client = useQueryClient();
  const forgetChecks = useForgetChecks();
  return ({ added: _added, changed, removed, ...file }) => {
    client.setQueryData(operationOptions('connections.list', {}).queryKey, answered(file));
    // The old answers about a changed entry do not apply to the new one.
    for (const connectionId of [...changed, ...removed]) {
      void client.resetQueries({
        queryKey: operationOptions('connections.read', { connectionId }).queryKey,
      });
      forgetChecks(connectionId);
    }
  };
}
