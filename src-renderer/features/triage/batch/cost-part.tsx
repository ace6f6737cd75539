import { useMemo } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { PartBars } from '#renderer/ui/part-bars.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import type { Receipt } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import {
  documentCost,
  meanUsd,
  sumOfCosts,
  type DocumentCost,
  type SummedCost,
} from '#shared/pricing/document-cost.ts';
import { moneyText, placesOfColumn } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { estimateRestPrice } from './batch-documents.ts';
import styles from './batch.module.css';
import { useReadAll, type DocumentPages } from './document-pages.ts';
import { messages } from '../messages.ts';

interface CostPartProps {
  /** Every document that was read in any list. */
  readonly known: readonly DocumentRow[];
  readonly documentCount: number | null;
  readonly base: DocumentPages;
  /** The receipts of the pages read so far, used to price the next ones. */
  readonly receipts: readonly Receipt[];
}

/** Shows the cost of the documents that were read, by stage. The others are not estimated. */
export function CostPart({ known, documentCount, base, receipts }: CostPartProps) {
  const costs = useMemo(() => sumCosts(known), [known]);
  const reading = useReadAll(base);
  const { sum } = costs;
  const left = base.complete || documentCount === null ? 0 : Math.max(0, documentCount - known.length);
  const price = estimateRestPrice((documentCount ?? 0) - base.rows.length, receipts);
  const ai = formatAiShare(sum);
  const failed = describeFailed(costs);
  const places = placesOfColumn(rows.map(({ part }) => sum[part]));
  return (
    <section className={styles.part} aria-label="Cost so far">
      <div className={styles.costPartHead}>
        <PaneTitle
          title="Cost so far"
          level={3}
          hint={left > 0 ? `of the ${grouped(known.length)} read` : formatDocuments(known.length)}
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
            money: usd === null ? '—' : moneyText(usd, { places, tiny: 'sign' }),
          };
        })}
      />
      <div className={styles.notes}>
        {failed === null ? null : <p>{failed}</p>}
        <p title={messages.cost.basis}>
          {ai === null ? '' : `${ai} is AI. `}
          {sum.unpriced > 0 ? messages.cost.unpriced(grouped(sum.unpriced)) : ''}
          Prices: {getBookInUse().name}.
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

function formatDocuments(count: number): string {
  return count === 1 ? '1 document' : `${grouped(count)} documents`;
}

/** Returns the cost of the last run of a document; null if its consumption is not known. */
function readCost(document: DocumentRow): DocumentCost | null {
  const book = getBookInUse();
  const before = costs.get(document);
  if (before?.book === book) return before.cost;
  const cost = document.usage === null ? null : documentCost(document.usage, book);
  costs.set(document, { book, cost });
  return cost;
}
const costs = new WeakMap<DocumentRow, { readonly book: PriceBook; readonly cost: DocumentCost | null }>();

export function formatCost(document: DocumentRow): { readonly usd: string; readonly text: string } | null {
  const cost = readCost(document);
  return cost === null ? null : { usd: cost.total, text: moneyText(cost.total, { places: 4, tiny: 'sign' }) };
}

interface CostsRead {
  readonly sum: SummedCost;
  /** Failed documents have paid for Textract too, and their text is kept. */
  readonly failed: { readonly documents: number; readonly textract: string } | null;
}

export function sumCosts(documents: readonly DocumentRow[]): CostsRead {
  const paid = documents
    .filter(({ status }) => status === 'FAILED')
    .flatMap((document) => readCost(document) ?? [])
    .filter(({ textract }) => textract !== null);
  const textract = sumOfCosts(paid).textract;
  return {
    sum: sumInParts(documents),
    failed: textract === null || Number(textract) === 0 ? null : { documents: paid.length, textract },
  };
}

/** Documents arrive a hundred at a time, up to ten thousand, so earlier sums are reused. */
function sumInParts(documents: readonly DocumentRow[]): SummedCost {
  const parts: SummedCost[] = [];
  for (let from = 0; from < documents.length; from += partSize) {
    parts.push(sumOfPart(documents.slice(from, from + partSize)));
  }
  const whole = sumOfCosts(parts.map((part) => ({ ...part, unpriced: [] })));
  const count = parts.reduce((sum, part) => sum + part.documents, 0);
  return {
    ...whole,
    documents: count,
    each: meanUsd(whole.total, count),
    unpriced: parts.reduce((sum, part) => sum + part.unpriced, 0),
  };
}

const partSize = 500;
const sums = new WeakMap<DocumentRow, { readonly of: readonly DocumentRow[]; readonly sum: SummedCost }>();

function sumOfPart(documents: readonly DocumentRow[]): SummedCost {
  const [first] = documents;
  const before = first === undefined ? undefined : sums.get(first);
  const isSame =
    before?.of.length === documents.length && before.of.every((row, at) => row === documents[at]);
  if (before !== undefined && isSame) return before.sum;
  const sum = sumOfCosts(documents.flatMap((document) => readCost(document) ?? []));
  if (first !== undefined) sums.set(first, { of: documents, sum });
  return sum;
}

/** "31 failed documents paid Textract $0.93 of this." */
export function describeFailed({ failed }: CostsRead): string | null {
  if (failed === null) return null;
  const documents =
    failed.documents === 1 ? '1 failed document' : `${grouped(failed.documents)} failed documents`;
  return messages.cost.failedShare(documents, moneyText(failed.textract));
}

/** "98 %" of the priced cost. */
export function formatAiShare({ infrastructure, total }: SummedCost): string | null {
  const whole = Number(total);
  if (whole <= 0) return null;
  return `${((1 - Number(infrastructure) / whole) * 100).toFixed(0)} %`;
}
