import { Icon } from '#renderer/ui/icon/icon.tsx';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import type { CostOrder } from './cost-choices.ts';
import styles from './cost-table-part.module.css';

export interface CostTableHeadProps {
  readonly withPrinted: boolean;
  readonly order: CostOrder;
  readonly onOrder: (order: CostOrder) => void;
}

export function CostTableHead({ withPrinted, order, onOrder }: CostTableHeadProps) {
  const isSorted = order === 'dearest';
  return (
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Question or write</th>
        <th scope="col">Request</th>
        <th scope="col" className={plain.end}>
          RCU/call
        </th>
        <th scope="col" className={plain.end}>
          WCU/call
        </th>
        <th scope="col" className={plain.end}>
          Calls a day
        </th>
        <th scope="col" className={plain.end} aria-sort={isSorted ? 'descending' : 'none'}>
          <button
            type="button"
            className={styles.sort}
            title={isSorted ? 'Back to the order of the catalogue' : 'The dearest first, by declared calls'}
            data-sorted={isSorted || undefined}
            onClick={() => onOrder(isSorted ? 'declared' : 'dearest')}
          >
            A day
            <Icon name="descending" size={12} />
          </button>
        </th>
        <th scope="col" className={styles.share}>
          <span className={styles.shareWord}>Share</span>
        </th>
        {withPrinted ? (
          <th scope="col" className={plain.end}>
            Printed
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
