import type { MessageLinks } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { executionWords, noExecutionWords } from './linked-words.ts';
import styles from './message-drawer.module.css';

export interface LinkedExecutionProps {
  readonly links: MessageLinks;
  readonly onOpen: (run: number) => void;
}

/** The execution that worked on it, as far as an item names one. */
export function LinkedExecution({ links, onOpen }: LinkedExecutionProps) {
  const { execution } = links;
  const open = execution === null ? undefined : () => onOpen(execution.run);
  usePageKeys({ v: open });
  if (execution === null) return <p className={styles.quiet}>{noExecutionWords(links)}</p>;
  return (
    <div className={styles.document}>
      <Icon name="workflows" size={14} />
      <span className={styles.name} title={`Execution of run ${execution.run}`}>
        {executionWords(execution)}
      </span>
      <Button size="sm" variant="ghost" shortcut="V" aria-label="Open the execution" onClick={open}>
        Open
      </Button>
    </div>
  );
}
