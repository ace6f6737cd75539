import type { Spend } from '#shared/contract/costs.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import { SpendTable } from './spend-table.tsx';
import { spentText } from './spent-text.ts';
import styles from './top-bar.module.css';

/** What this session's reads have cost, as the services counted it. */
export function SpendMeter() {
  const { value: spend, failure } = useWatch('spend.watch', {});
  const unknown = failure === undefined ? '…' : 'unknown';
  const figure = spend === undefined ? unknown : spentWords(spend);

  return (
    <Popover
      title="Read by this session"
      align="end"
      trigger={
        <button type="button" className={styles.meter}>
          <Icon name="receipt" size={14} />
          <VisuallyHidden>Read by this session: </VisuallyHidden>
          <span className={styles.folds}>{figure}</span>
        </button>
      }
    >
      {failure === undefined ? null : <p className={styles.explain}>{failure.message}</p>}
      {spend === undefined ? null : <SpendTable spend={spend} />}
      <p className={styles.explain}>
        Read request units, as the service counted them; 0 scans, for the console has no word for one. Other
        services charge by the request or the metric. Dollars are an estimate by {readCost(0).book}.
      </p>
    </Popover>
  );
}

function spentWords({ rru, calls, byPattern }: Spend): string {
  return calls === 0 ? rruWords(rru) : `${rruWords(rru)} · ${spentText(byPattern)}`;
}
