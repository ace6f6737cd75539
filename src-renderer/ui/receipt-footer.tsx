import { useEffect, useRef, useState } from 'react';
import type { Receipt } from '#shared/contract/result.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { IndexName } from './key-role.tsx';
import { Popover } from './popover.tsx';
import styles from './receipt-footer.module.css';
import { RelativeTime } from './relative-time.tsx';
import { messages } from './messages.ts';

interface ReceiptFooterProps {
  readonly receipts: readonly Receipt[];
  /** Milliseconds since 1970 are passed in, so that every age on the screen agrees. */
  readonly now: number;
  /** Returns a readable pattern such as "Documents by status"; the pattern's name is shown if this is left out. */
  readonly titleOf?: ((pattern: string) => string) | undefined;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
}

/** Shows what the view has read and when. A view is as old as its oldest part. */
export function ReceiptFooter({ receipts, now, titleOf, onRefresh, refreshing }: ReceiptFooterProps) {
  const [list, hidden] = useWrappedCount();
  const asOf = findOldestReadTime(receipts);
  return (
    <div className={styles.foot}>
      <Icon name="receipt" size={12} className={styles.icon} />
      <ul ref={list} className={styles.list} aria-label="Receipts">
        {receipts.length === 0 ? <li className={styles.item}>{messages.parts.nothingRead}</li> : null}
        {receipts.map((receipt, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same pattern may be read twice
          <li key={place} className={styles.item}>
            <ReceiptLine receipt={receipt} titleOf={titleOf} />
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Popover
          title={messages.parts.receipts}
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
            label={refreshing ? messages.parts.readingAgain : messages.parts.readAgain}
            disabled={refreshing}
            className={styles.refresh}
            onClick={onRefresh}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Counts the entries that wrapped out of the visible line, because the layout engine measures more reliably
 * than code.
 */
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

interface ReceiptLineProps {
  readonly receipt: Receipt;
  readonly titleOf: ((pattern: string) => string) | undefined;
}

function ReceiptLine({ receipt, titleOf }: ReceiptLineProps) {
  return (
    <span className={styles.receipt}>
      <b className={styles.pattern}>{titleOf?.(receipt.pattern) ?? receipt.pattern}</b>
      <span className={styles.index}>
        <IndexName index={receipt.index} />
      </span>
      <span>{formatRru(receipt.rru)}</span>
      <span>{formatItemCount(receipt.items)}</span>
    </span>
  );
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function formatRru(rru: number): string {
  return `${formatCount(rru)} RRU`;
}

export function formatItemCount(items: number): string {
  return items === 1 ? '1 item' : `${formatCount(items)} items`;
}

export function formatCount(count: number): string {
  return number.format(count);
}

export function findOldestReadTime(receipts: readonly Receipt[]): number | undefined {
  if (receipts.length === 0) return undefined;
  return Math.min(...receipts.map((receipt) => Date.parse(receipt.asOf)));
}
