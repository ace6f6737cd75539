import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { needWords, requeueLabel } from '../file/chosen-files.ts';
import { fileWords } from '../strip/day-words.ts';
import styles from './need-bar.module.css';

interface NeedBarProps {
  readonly files: readonly DownloadFile[];
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileIds: readonly string[]) => void;
}

/** The files that do not come by themselves any more, and the one thing to do about them. */
export function NeedBar({ files, whyNotAct, onRequeue }: NeedBarProps) {
  if (files.length === 0) return null;
  const fileIds = files.map(({ fileId }) => fileId);
  return (
    <section className={styles.bar} aria-label="Files that need somebody">
      <Icon name="warning" size={14} className={styles.icon} />
      <p className={styles.words}>
        <b>{`${fileWords(files.length)} ${files.length === 1 ? 'needs' : 'need'} somebody`}</b>{' '}
        <span>{needWords(files)}</span>
      </p>
      <Button
        variant="primary"
        icon="retry"
        shortcut="P"
        disabled={whyNotAct ?? false}
        onClick={() => onRequeue(fileIds)}
      >
        {requeueLabel({ by: 'need', fileIds })}
      </Button>
    </section>
  );
}
