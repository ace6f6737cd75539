import type { Reading } from '#shared/contract/explorer.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { readCost } from '#shared/pricing/read-cost.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { countWords, itemWords, rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import styles from './receipt-slip.module.css';

export interface ReceiptSlipProps {
  readonly asked: Reading['asked'];
  readonly receipt: Receipt;
  readonly throttled: number;
}

/** What this answer was, and what it cost: right above it. */
export function ReceiptSlip({ asked, receipt, throttled }: ReceiptSlipProps) {
  const price = readCost(receipt.rru, { tiny: 'digits' });
  const conditions = asked.conditions.map(({ attribute, says }) => `${attribute} ${says}`).join(', ');
  return (
    <section className={styles.slip} aria-label="Receipt of this answer">
      <Icon name="receipt" size={14} />
      <b
        className={styles.asked}
        title={`${asked.table}${asked.index === null ? '' : `, ${asked.index}`}: ${conditions}`}
      >
        {asked.operation} {asked.index ?? asked.table}
      </b>
      <span>
        returned <b>{itemWords(receipt.items)}</b>
        {receipt.pages > 1 ? ` in ${countWords(receipt.pages)} pages` : ''}
      </span>
      <b>{rruWords(receipt.rru)}</b>
      <span className={styles.price} title={price.book}>
        {price.text}
      </span>
      {throttled === 0 ? null : (
        <span className={styles.throttled}>
          throttled {throttled === 1 ? 'once' : `${countWords(throttled)} times`}
        </span>
      )}
      <span className={styles.end}>
        {countWords(Math.round(receipt.ms))} ms, <Age asOf={receipt.asOf} />
      </span>
    </section>
  );
}

/** A component of its own, so that the passing of seconds redraws nothing else. */
function Age({ asOf }: { readonly asOf: string }) {
  const at = Date.parse(asOf);
  return <RelativeTime at={at} now={Math.max(useNow(), at)} />;
}
