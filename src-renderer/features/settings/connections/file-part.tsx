import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { AddConnection } from './add-connection.tsx';
import styles from './connections-desk.module.css';

interface FilePartProps {
  readonly file: string;
  /** Only the sandbox is here: how another is added is said without being asked. */
  readonly alone: boolean;
}

export function FilePart({ file, alone }: FilePartProps) {
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.file} ref={makeScrollReachable} aria-label="The file of connections">
      <PaneHead
        title="The file"
        hint="read at the start"
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
      {alone || adding ? <AddConnection alone={alone} /> : null}
    </section>
  );
}
