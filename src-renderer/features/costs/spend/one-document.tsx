import { grouped } from '#shared/domain/grouped-number.ts';
import { costParts } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { Pane } from '#renderer/ui/pane/pane.tsx';
import { PartBars } from '#renderer/ui/part-bars/part-bars.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { partTitles } from './part-words.ts';
import { aiOf, noUsd, scaledParts } from './sums/part-usd.ts';
import { percent, shareOf } from './sums/share-words.ts';
import type { Spend } from './sums/spend-of.ts';
import styles from './one-document.module.css';

/** The mean of what was metered, by stage. */
export function OneDocument({ spend }: { readonly spend: Spend }) {
  const { usage, metered, each } = spend;
  const parts = usage.processed === 0 ? noUsd : scaledParts(metered, 1, usage.processed);
  return (
    <Pane
      head={{
        title: 'One document',
        actions: <b className={styles.total}>{each === null ? 'unknown' : moneyText(each)}</b>,
      }}
      body="fixed"
    >
      <div ref={makeScrollReachable} className={styles.scrolls}>
        <PartBars
          parts={costParts.map((part) => {
            const usd = parts[part];
            return {
              part,
              title: partTitles[part],
              size: usd === null ? null : Number(usd),
              money: usd === null ? '—' : moneyText(usd, { places: 4, tiny: 'sign' }),
            };
          })}
        />
        <p className={styles.note}>{meanWords(spend)}</p>
      </div>
    </Pane>
  );
}

/** "Mean of the 1,990 metered, 1.4 pages each. AI is 98 % of it." */
function meanWords({ usage, metered, meteredTotal }: Spend): string {
  const { processed, textract } = usage;
  if (processed === 0) return 'No document has been metered yet, so nobody knows.';
  const read = textract.documents - textract.unknown;
  const pages = read === 0 ? '' : `, ${(textract.pages / read).toFixed(1)} pages each`;
  const ai = percent(shareOf(aiOf(metered), meteredTotal));
  return `Mean of the ${grouped(processed)} metered${pages}. ${ai === '' ? '' : `AI is ${ai} of it.`}`;
}
