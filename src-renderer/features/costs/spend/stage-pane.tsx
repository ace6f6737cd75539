import type { Costs } from '#shared/contract/costs/costs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Pane } from '#renderer/ui/pane/pane.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { leftOutWords } from './left-out-words.ts';
import type { Spending } from './sums/groups.ts';
import { percent, shareOf } from './sums/share-words.ts';
import { stageRows } from './sums/stage-rows.ts';
import type { StageRow } from './sums/stage-rows.ts';
import styles from './stage-pane.module.css';

export interface StagePaneProps {
  readonly spending: Spending;
  readonly book: PriceBook;
  /** What of these days was not listed, or is in work. */
  readonly missing: Pick<Costs, 'isWhole' | 'waiting' | 'anyOrder'>;
}

/** What was consumed at each stage and by which model, and what the figures leave out. */
export function StagePane({ spending, book, missing }: StagePaneProps) {
  const { all } = spending;
  const rows = stageRows(all.usage, book);
  const notes = leftOutWords(spending, missing);
  return (
    <Pane
      head={{
        title: 'By stage',
        hint: rows.length === 0 ? undefined : `of the ${grouped(all.usage.documents)} metered`,
        actions: <b className={styles.total}>{moneyText(all.meteredTotal)}</b>,
        line: true,
      }}
      body="fixed"
    >
      <div ref={makeScrollReachable} className={styles.scrolls}>
        {rows.length === 0 ? <p className={styles.none}>No document has been metered yet.</p> : null}
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.key} className={styles.row}>
              <span className={styles.title}>
                {row.title}
                {row.model === null ? null : <code className={styles.model}>{row.model}</code>}
              </span>
              <span className={styles.money}>
                {row.usd === null ? whyNoMoney(row) : moneyText(row.usd, { tiny: 'sign' })}
              </span>
              <span className={styles.units}>{unitWords(row)}</span>
              <span className={styles.share}>{percent(shareOf(row.usd, all.meteredTotal), 1)}</span>
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

function whyNoMoney({ documents, unknown }: StageRow): string {
  return unknown === documents ? 'unknown' : 'no price';
}

function unitWords({ documents, pages, inputTokens, outputTokens, ms, unknown }: StageRow): string {
  const units = [
    pages === null ? [] : [`${grouped(pages)} pages`],
    inputTokens === null ? [] : [`${tokens(inputTokens)} tokens in`],
    outputTokens === null ? [] : [`${tokens(outputTokens)} out`],
    ms === null ? [] : [`${grouped(Math.round(ms / 1_000))} s of work`],
    [`${grouped(documents)} documents`],
    unknown === 0 ? [] : [`${grouped(unknown)} of them without a figure`],
  ].flat();
  // A line may end between two of them, and not within one.
  return units.map((unit) => unit.replaceAll(' ', '\u00A0')).join(', ');
}

/** "14.2 M", "391 k", "812" */
function tokens(count: number): string {
  return shortNumbers.format(count).replace(/([KM])$/, (unit) => ` ${unit === 'K' ? 'k' : unit}`);
}
const shortNumbers = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
