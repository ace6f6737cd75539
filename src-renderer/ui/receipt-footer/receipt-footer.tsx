import type { Receipt } from '#shared/contract/result.ts';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Popover } from '../popover/popover.tsx';
import { RelativeTime } from '../relative-time/relative-time.tsx';
import { oldestAsOf } from './receipt-words.ts';
import { ReceiptLine } from './receipt-line.tsx';
import styles from './receipt-footer.module.css';

export interface ReceiptFooterProps {
  readonly receipts: readonly Receipt[];
  /** Milliseconds since 1970; passed in so that every age on the screen agrees. */
  readonly now: number;
  /** How people call a pattern, "Documents by status"; its name when left out. */
  readonly titleOf?: ((pattern: string) => string) | undefined;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
}

/** What the view read to be what it is, and when. The age is the oldest part's: a view is as old as that. */
export function ReceiptFooter({ receipts, now, titleOf, onRefresh, refreshing }: ReceiptFooterProps) {
  const [list, hidden] = useWrappedCount();
  const asOf = oldestAsOf(receipts);
  return (
    <div className={styles.foot}>
      <Icon name="receipt" size={12} className={styles.icon} />
      <ul ref={list} className={styles.list} aria-label="Receipts">
        {receipts.length === 0 ? <li className={styles.item}>Nothing read yet</li> : null}
        {receipts.map((receipt, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same pattern may be read twice
          <li key={place} className={styles.item}>
            <ReceiptLine receipt={receipt} titleOf={titleOf} />
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Popover
          title="Receipts of this view"
          side="top"
          align="end"
          trigger={
            <button type="button" className={styles.more}>
              +{hidden} more
            </button>
          }
        >
          <ul className={styles.all}>
            {receipts.map((receipt, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same pattern may be read twice
              <li key={place}>
                <ReceiptLine receipt={receipt} titleOf={titleOf} />
              </li>
            ))}
          </ul>
        </Popover>
      )}
      <div className={styles.end}>
        {asOf === undefined ? null : <RelativeTime at={asOf} now={now} />}
        {onRefresh === undefined ? null : (
          <IconButton
            icon="refresh"
            size="sm"
            label={refreshing ? 'Reading again' : 'Read again'}
            disabled={refreshing}
            className={styles.refresh}
            onClick={onRefresh}
          />
        )}
      </div>
    </div>
  );
}

/** How many entries wrapped out of the one visible line: the layout engine counts better than we measure. */
function useWrappedCount() {
  const list = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const count = () => {
      const entries = [...element.children] as HTMLElement[];
      const top = entries[0]?.offsetTop ?? 0;
      setHidden(entries.filter((entry) => entry.offsetTop > top).length);
    };
    const resized = new ResizeObserver(count);
    resized.observe(element);
    const changed = new MutationObserver(count);
    changed.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);
  return [list, hidden] as const;
}
