import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { AddConnection } from './add-connection.tsx';
import styles from './connections-desk.module.css';
import type { ReadFile } from './use-read-file.ts';

interface FilePartProps {
  readonly file: string;
  readonly readAt: string;
  readonly reading: ReadFile;
  /** Only the sandbox is here: how another is added is said without being asked. */
  readonly alone: boolean;
}

export function FilePart({ file, readAt, reading, alone }: FilePartProps) {
  const now = useNow(15_000);
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.file} ref={makeScrollReachable} aria-label="The file of connections">
      <PaneHead
        title="The file"
        actions={
          alone ? undefined : (
            <Button
              size="sm"
              variant="ghost"
              icon={adding ? 'down' : 'add'}
              aria-expanded={adding}
              onClick={() => setAdding(!adding)}
            >
              How to add
            </Button>
          )
        }
      />
      <div className={styles.path}>
        <code>{file}</code>
        <CopyButton text={file} label="Copy the path of the file" />
      </div>
      <div className={styles.reading}>
        <Button size="sm" icon="refresh" disabled={reading.isRunning} onClick={reading.run}>
          Read again
        </Button>
        <span className={styles.quiet}>
          read <RelativeTime at={Math.min(Date.parse(readAt), now)} now={now} />
        </span>
      </div>
      {alone || adding ? <AddConnection alone={alone} /> : null}
    </section>
  );
}
