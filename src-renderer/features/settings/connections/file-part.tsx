import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useForgetChecks } from '#renderer/contract/use-connection-check.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { describeReadAgain, messages } from '../messages.ts';
import styles from './connections.module.css';

interface FilePartProps {
  readonly file: string;
  readonly readAt: string;
  readonly reading: ReadFile;
  /** The sandbox is the only connection, so the steps to add another are shown in full. */
  readonly alone: boolean;
}

export function FilePart({ file, readAt, reading, alone }: FilePartProps) {
  const now = useNow(15_000);
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.file} ref={makeScrollReachable} aria-label={messages.file.region}>
      <PaneHead
        title={messages.file.title}
        actions={
          alone ? undefined : (
            <Button
              size="sm"
              variant="ghost"
              icon={adding ? 'down' : 'add'}
              aria-expanded={adding}
              onClick={() => setAdding(!adding)}
            >
              {messages.file.howToAdd}
            </Button>
          )
        }
      />
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
      {alone || adding ? <AddConnection alone={alone} /> : null}
    </section>
  );
}

/** Explains how to connect to an account, in full only to people who have not done it yet. */
function AddConnection({ alone }: { readonly alone: boolean }) {
  return (
    <div className={styles.add}>
      {alone ? <p>{messages.file.onlySandbox}</p> : <p>{messages.file.addEntry}</p>}
      <p>{messages.file.conventions}</p>
      <div className={styles.example}>
        <pre>{example}</pre>
        <span className={styles.exampleCopy}>
          <CopyButton text={example} label={messages.file.copyExample} />
        </span>
      </div>
    </div>
  );
}

export const example = `{
  "connections": [
    {
      "id": "staging",
      "name": "Staging",
      "environment": "staging",
      "stage": "staging",
      "aws": {
        "region": "eu-west-1",
        "accountId": "111122223333",
        "profile": "staging"
      },
      "pipelineApi": {
        "baseUrl": "https://pipelines.staging.example.com/v1",
        "auth": { "kind": "sigv4" }
      }
    }
  ]
}
`;

interface ReadFile {
  readonly run: () => void;
  readonly isRunning: boolean;
}

/** Reads connections.json again and reports the changes. */
export function useReadFile(): ReadFile {
  const client = useQueryClient();
  const forgetChecks = useForgetChecks();
  const toast = useToast();
  const read = useCommand('connections.readFile', {
    onSuccess: ({ added, changed, removed, ...file }) => {
      toast.show({ id: 'connections-file', ...describeReadAgain({ added, changed, removed, ...file }) });
      client.setQueryData(operationOptions('connections.list', {}).queryKey, answered(file));
      // The old answers about a changed entry do not apply to the new one.
      for (const connectionId of [...changed, ...removed]) {
        void client.resetQueries({
          queryKey: operationOptions('connections.read', { connectionId }).queryKey,
        });
        forgetChecks(connectionId);
      }
    },
  });
  return { run: () => void read.run({}), isRunning: read.isRunning };
}
