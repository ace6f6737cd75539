import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { grouped } from '#shared/domain/formatting.ts';
import type { LeftBehind } from '#shared/domain/matching-documents.ts';
import styles from './failure-groups.module.css';
import { messages } from './messages.ts';

interface LeftBehindRowProps {
  readonly left: LeftBehind;
  /** The key presses its button. */
  readonly isAtHand: boolean;
  readonly whyNot: string | undefined;
  readonly onShow: () => void;
  readonly onReprocess: () => void;
}

/** Shows the documents that wait for a run that has ended, as a group of its own beside those that failed. */
export function LeftBehindRow({ left, isAtHand, whyNot, onShow, onReprocess }: LeftBehindRowProps) {
  const count = formatLeft(left);
  return (
    <li className={styles.group} data-group={leftGroup}>
      <button type="button" className={styles.choose} title={messages.left.show} onClick={onShow}>
        <span className={styles.print}>
          <Icon name="clock" size={14} />
        </span>
        <span className={styles.says}>
          <span className={styles.pattern}>{messages.left.title(count, left.count === 1)}</span>
          <span className={styles.detail}>{explainLeft(left)}</span>
        </span>
        <span className={styles.count}>
          <b>{count}</b>
          <span>{left.atMost === 1 ? 'document' : 'documents'}</span>
        </span>
      </button>
      <span className={styles.when} />
      <Button
        size="sm"
        variant={isAtHand ? 'primary' : 'default'}
        className={styles.act}
        disabled={whyNot ?? false}
        shortcut={isAtHand ? pageKeys.triage.reprocess : undefined}
        onClick={onReprocess}
      >
        {messages.left.reprocess(count)}
        <VisuallyHidden> {messages.left.label}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** Its place among the groups, which are otherwise named by six hex digits. */
export const leftGroup = 'left';

/** "8,525", or "up to 8,525" while a run in progress may still reach some of them. */
export function formatLeft({ count, atMost }: LeftBehind): string {
  return count === null ? messages.left.upTo(grouped(atMost)) : grouped(count);
}

export function explainLeft({ count, run, ended }: LeftBehind): string {
  const why = run === null || ended === null ? messages.left.byRuns : messages.left.byRun(run, ended);
  return count === null ? `${why}; ${messages.left.inProgress}` : why;
}
