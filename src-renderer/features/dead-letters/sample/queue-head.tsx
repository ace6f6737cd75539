import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Menu, MenuSeparator } from '#renderer/ui/menu/menu.tsx';
import { MenuCheckItem, MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { AlarmMark } from '../queues/alarm-mark.tsx';
import { depthWords, expiryOf } from '../queues/queue-words.ts';
import { messageWords } from './sample-words.ts';
import type { ExportChoice } from './use-export.ts';
import styles from './queue-pane.module.css';

interface QueueHeadProps {
  readonly queue: DeadLetterQueue;
  readonly now: number;
  /** How many would be exported: those selected, else all that were sampled. */
  readonly count: number;
  readonly mayExportWhole: boolean;
  readonly onExport: (choice: ExportChoice) => void;
  readonly showsMoves: boolean;
  readonly onShowMoves: (shows: boolean) => void;
}

export function QueueHead(props: QueueHeadProps) {
  const { queue, now, count, mayExportWhole, onExport, showsMoves, onShowMoves } = props;
  const expiry = expiryOf(queue, now);
  const sources = queue.sources.map(({ name }) => name).join(', ');
  const isListed = !queue.lacks.some(({ part }) => part === 'sources');
  return (
    <header className={styles.head}>
      <h2 className={styles.name} title={queue.name}>
        {queue.name}
      </h2>
      <AlarmMark alarm={queue.alarm} inFlight={queue.depth.inFlight ?? 0} now={now} />
      <span className={styles.facts} title={depthWords(queue.depth)}>
        {sources !== '' ? `from ${sources}` : isListed ? 'nothing sends here' : 'sources not listed'}
      </span>
      {expiry === undefined ? null : (
        <span className={styles.expiry} title={expiry.words}>
          <ExpiryRing left={expiry.left} words={expiry.span} tone={expiry.tone} />
        </span>
      )}
      <Menu align="end" trigger={<IconButton icon="more" size="sm" label="More of this queue" />}>
        <MenuItem
          icon="export"
          disabled={count === 0}
          onSelect={() => onExport({ format: 'json', isWhole: false })}
        >
          {`Export ${messageWords(count)}, masked, as JSON`}
        </MenuItem>
        <MenuItem
          icon="export"
          disabled={count === 0}
          onSelect={() => onExport({ format: 'csv', isWhole: false })}
        >
          {`Export ${messageWords(count)}, masked, as CSV`}
        </MenuItem>
        <MenuItem
          icon="reveal"
          disabled={count === 0 || !mayExportWhole}
          hint={mayExportWhole ? 'audited' : 'admins only'}
          onSelect={() => onExport({ format: 'json', isWhole: true })}
        >
          {`Export ${messageWords(count)}, whole but for pre-signed URLs`}
        </MenuItem>
        <MenuSeparator />
        <MenuCheckItem checked={showsMoves} onChange={onShowMoves}>
          Move tasks of this queue
        </MenuCheckItem>
      </Menu>
    </header>
  );
}
