import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { inNeedWords, needWords, requeueLabel } from '../file/chosen-files.ts';
import styles from './need-bar.module.css';

interface NeedBarProps {
  readonly files: readonly DownloadFile[];
  /** Whether the list they are of was read to its end. */
  readonly isAll: boolean;
  /** P means these, and not what is open or selected. */
  readonly hasKey: boolean;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileIds: readonly string[]) => void;
}

/** The files that do not come by themselves any more, and the one thing to do about them. */
export function NeedBar({ files, isAll, hasKey, whyNotAct, onRequeue }: NeedBarProps) {
  if (files.length === 0) return null;
  const fileIds = files.map(({ fileId }) => fileId);
  return (
    <section className={styles.bar} aria-label="Files that need somebody">
      <Icon name="warning" size={14} className={styles.icon} />
      <p className={styles.words}>
        <b>{inNeedWords(files.length, isAll)}</b> <span>{needWords(files)}</span>
      </p>
      <Button
        variant="primary"
        icon="retry"
        shortcut={hasKey ? 'P' : undefined}
        disabled={whyNotAct ?? false}
        onClick={() => onRequeue(fileIds)}
      >
        {requeueLabel({ by: 'need', fileIds })}
      </Button>
    </section>
  );
}
