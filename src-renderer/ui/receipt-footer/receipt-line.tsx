import type { Receipt } from '#shared/contract/result.ts';
import { IndexName } from '../index-name/index-name.tsx';
import { itemWords, rruWords } from './receipt-words.ts';
import styles from './receipt-footer.module.css';

export interface ReceiptLineProps {
  readonly receipt: Receipt;
  readonly titleOf: ((pattern: string) => string) | undefined;
}

export function ReceiptLine({ receipt, titleOf }: ReceiptLineProps) {
  return (
    <span className={styles.receipt}>
      <b className={styles.pattern}>{titleOf?.(receipt.pattern) ?? receipt.pattern}</b>
      <span className={styles.index}>
        <IndexName index={receipt.index} />
      </span>
      <span>{rruWords(receipt.rru)}</span>
      <span>{itemWords(receipt.items)}</span>
    </span>
  );
}
