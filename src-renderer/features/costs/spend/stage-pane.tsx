import { Pane } from '#renderer/ui/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import type { UsageTotals } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { tokensUsd } from '#shared/pricing/document-cost.ts';
import { pagesUsd } from '#shared/pricing/usage-totals.ts';
import { estimateInfrastructure } from '#shared/pricing/infrastructure-cost.ts';
import { moneyText, placesOfColumn } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { percent, calculateShare } from './spend-messages.ts';
import type { Spend } from './spending.ts';
import { messages } from '../messages.ts';
import styles from './spend.module.css';

interface StagePaneProps {
  readonly all: Spend;
  readonly book: PriceBook;
  readonly notes: readonly string[];
}

/** Shows the usage of each stage and model, and the gaps of the figures. */
export function StagePane({ all, book, notes }: StagePaneProps) {
  const rows = listStageRows(all.usage, book);
  const places = placesOfColumn(rows.map(({ usd }) => usd));
  return (
    <Pane
      head={{
        title: messages.spend.byStage,
        hint: rows.length === 0 ? undefined : `of the ${grouped(all.usage.documents)} metered`,
        actions: <b className={styles.total}>{moneyText(all.meteredTotal)}</b>,
        line: true,
      }}
      body="fixed"
    >
      <div ref={makeScrollReachable} className={styles.scrolls}>
        {rows.length === 0 ? <p className={styles.none}>{messages.spend.noneMeteredYet}</p> : null}
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.key} className={styles.row}>
              <span className={styles.title}>
                {row.title}
                {row.model === null ? null : <code className={styles.model}>{row.model}</code>}
              </span>
              <span className={styles.money}>
                {row.usd === null ? explainNoMoney(row) : moneyText(row.usd, { places, tiny: 'sign' })}
              </span>
              <span className={styles.units}>{describeUnits(row)}</span>
              <span className={styles.share}>{percent(calculateShare(row.usd, all.meteredTotal), 1)}</span>
            </li>
          ))}
        </ul>
        {notes.length === 0 ? null : (
          <div className={styles.notes}>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
      </div>
    </Pane>
  );
}

function explainNoMoney({ documents, unknown }: StageRow): string {
  return unknown === documents ? 'unknown' : messages.spend.noFigurePrice;
}

function describeUnits({ documents, pages, inputTokens, outputTokens, ms, unknown }: StageRow): string {
  const units = [
    pages === null ? [] : [`${grouped(pages)} pages`],
    inputTokens === null ? [] : [`${tokens(inputTokens)} tokens in`],
    outputTokens === null ? [] : [`${tokens(outputTokens)} out`],
    ms === null ? [] : [`${grouped(Math.round(ms / 1_000))} s of work`],
    [`${grouped(documents)} documents`],
    unknown === 0 ? [] : [`${grouped(unknown)} of them without a figure`],
  ].flat();
  // A line may break between two units, but not within one.
  return units.map((unit) => unit.replaceAll(' ', '\u00A0')).join(', ');
}

/** "14.2 M", "391 k", "812" */
function tokens(count: number): string {
  return shortNumbers.format(count).replace(/([KM])$/, (unit) => ` ${unit === 'K' ? 'k' : unit}`);
}
const shortNumbers = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** The metered usage of one stage, or of one model within a stage. */
interface StageRow {
  readonly key: string;
  readonly part: 'textract' | 'gapFill' | 'verify' | 'infrastructure';
  readonly title: string;
  /** Null if there is no model, or if an item does not name it. */
  readonly model: string | null;
  readonly documents: number;
  readonly pages: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly ms: number | null;
  /** Documents whose items do not say how much they used. */
  readonly unknown: number;
  /** Exact dollars; null where the usage is unknown or the book has no price for it. */
  readonly usd: string | null;
}

export function listStageRows(usage: UsageTotals, book: PriceBook): readonly StageRow[] {
  const { textract, models, documents, ms } = usage;
  const nothing = { model: null, pages: null, inputTokens: null, outputTokens: null, ms: null, unknown: 0 };
  const read: StageRow = {
    ...nothing,
    key: 'textract',
    part: 'textract',
    title: 'Textract',
    documents: textract.documents,
    pages: textract.pages,
    unknown: textract.unknown,
    usd: pagesUsd(textract, book),
  };
  const byModel = models.map((one): StageRow => {
    const { stage, model, inputTokens, outputTokens, unknown } = one;
    return {
      ...nothing,
      key: JSON.stringify([stage, model]),
      part: stage,
      title: stage === 'gapFill' ? 'Gap-fill' : 'Verify',
      model,
      documents: one.documents,
      inputTokens,
      outputTokens,
      unknown,
      usd: isUnknown(one) ? null : tokensUsd(one, book),
    };
  });
  const infrastructure = estimateInfrastructure(usage, book);
  const rest: StageRow = {
    ...nothing,
    key: 'infrastructure',
    part: 'infrastructure',
    title: 'Infrastructure',
    documents,
    ms,
    usd: infrastructure.usd,
  };
  return [...(textract.documents === 0 ? [] : [read]), ...byModel, ...(documents === 0 ? [] : [rest])];
}

function isUnknown({
  documents,
  unknown,
}: {
  readonly documents: number;
  readonly unknown: number;
}): boolean {
  return unknown > 0 && unknown === documents;
}
