import { useMemo } from 'react';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { PartBars } from '#renderer/ui/part-bars/part-bars.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { aiShare, costsOf, failedWords, priceBook } from './cost-words.ts';
import type { DocumentPages } from './document-pages.ts';
import { restPrice } from './list-words.ts';
import { useReadAll } from './read-all.ts';
import styles from './cost-part.module.css';

export interface CostPartProps {
  /** Every document that was read in any list. */
  readonly known: readonly DocumentRow[];
  readonly documentCount: number | null;
  readonly base: DocumentPages;
  /** Of what was read so far, by which reading on is priced. */
  readonly receipts: readonly Receipt[];
}

/** What the documents that were read have cost, by stage; never a guess for those that were not. */
export function CostPart({ known, documentCount, base, receipts }: CostPartProps) {
  const costs = useMemo(() => costsOf(known), [known]);
  const reading = useReadAll(base);
  const { sum } = costs;
  const left = base.complete || documentCount === null ? 0 : Math.max(0, documentCount - known.length);
  const price = restPrice((documentCount ?? 0) - base.rows.length, receipts);
  const ai = aiShare(sum);
  const failed = failedWords(costs);
  return (
    <section className={styles.part} aria-label="Cost so far">
      <div className={styles.head}>
        <PaneTitle
          title="Cost so far"
          level={3}
          hint={left > 0 ? `of the ${grouped(known.length)} read` : documentsWords(known.length)}
        />
        <span className={styles.total}>
          <b>{moneyText(sum.total)}</b>
          {sum.each === null ? null : ` ${moneyText(sum.each)} each`}
        </span>
      </div>
      <PartBars
        parts={rows.map(({ part, title }) => {
          const usd = sum[part];
          return {
            part,
            title,
            size: usd === null ? null : Number(usd),
            money: usd === null ? '—' : moneyText(usd),
          };
        })}
      />
      <div className={styles.notes}>
        {failed === null ? null : <p>{failed}</p>}
        <p title="What the last run of each document has consumed, at these prices">
          {ai === null ? '' : `${ai} is AI. `}
          {sum.unpriced > 0 ? `At least: ${grouped(sum.unpriced)} have something without a price. ` : ''}
          Prices: {priceBook.name}.
        </p>
        {reading.at !== null ? (
          <div className={styles.reading}>
            <ProgressBar
              label="Reading documents"
              value={reading.at}
              max={documentCount ?? reading.at}
              thin
            />
            <Button size="sm" variant="ghost" onClick={reading.stop}>
              Stop
            </Button>
          </div>
        ) : left > 0 ? (
          <Button size="sm" variant="ghost" className={styles.more} onClick={() => void reading.readAll()}>
            Read the other {grouped(left)}
            {price === undefined ? '' : `, ${price}`}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const rows = [
  { part: 'textract', title: 'Textract' },
  { part: 'gapFill', title: 'Gap-fill' },
  { part: 'verify', title: 'Verify' },
  { part: 'infrastructure', title: 'Infrastructure' },
] as const;

function documentsWords(count: number): string {
  return count === 1 ? '1 document' : `${grouped(count)} documents`;
}
