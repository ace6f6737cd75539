import type { CSSProperties } from 'react';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { ModelUsage, OpenDocument, Usage } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { documentCost, type DocumentCost } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import styles from './passport.module.css';
import { messages } from '../messages.ts';

/** Shows the duration, consumption and cost of each stage of the last run. */
export function Stages({ document }: { readonly document: OpenDocument }) {
  const [book] = priceBooks;
  if (document.usage === null) {
    return (
      <EmptyState title={messages.document.noUsage}>
        <p>{messages.document.noUsageNext}</p>
      </EmptyState>
    );
  }
  const cost = documentCost(document.usage, book);
  const lines = listStageLines(document.usage, cost);
  const longest = Math.max(1, ...lines.map(({ ms }) => ms ?? 0));
  return (
    <div className={styles.stages}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Took</th>
            <th scope="col">Consumed</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ stage, series, ms, consumed, usd }) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              <td>
                {ms === null ? null : (
                  <span className={styles.took}>
                    <span className={styles.track} aria-hidden>
                      <span
                        className={styles.bar}
                        style={{ '--share': ms / longest, '--series': `var(${series})` } as CSSProperties}
                      />
                    </span>
                    {formatSeconds(ms)}
                  </span>
                )}
              </td>
              <td className={styles.consumed}>{consumed}</td>
              <td>{usd === null ? 'no price' : moneyText(usd, { places: 4, tiny: 'sign' })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {cost.unpriced.length === 0 ? messages.document.total : messages.document.totalAtLeast}
            </th>
            <td>{moneyText(cost.total, { places: 4, tiny: 'sign' })}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>
        {`Run ${String(document.run ?? 'unknown')}, by the price book “${book.name}”.`}
        {(document.run ?? 0) > 1 ? messages.document.earlierRuns : null}
      </p>
    </div>
  );
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

interface StageLine {
  readonly stage: string;
  /** The colour of the stage in every chart. */
  readonly series: string;
  readonly ms: number | null;
  readonly consumed: string;
  /** Null if the price book has no price for it. */
  readonly usd: string | null;
}

/** Returns the stages that the document reached, followed by the rest of the AWS cost. */
export function listStageLines(usage: Usage, cost: DocumentCost): readonly StageLine[] {
  const { textract, gapFill, verify } = usage;
  return [
    ...(textract === null
      ? []
      : [
          {
            stage: 'Textract',
            series: '--data-6',
            ms: textract.ms,
            consumed: formatCounted(textract.pages, 'page'),
            usd: cost.textract,
          },
        ]),
    ...(gapFill === null ? [] : [toModelLine('Gap-fill', '--data-3', gapFill, cost.gapFill)]),
    ...(verify === null ? [] : [toModelLine('Verify', '--data-1', verify, cost.verify)]),
    { stage: 'Infrastructure', series: '--data-5', ms: null, consumed: '', usd: cost.infrastructure },
  ];
}

function toModelLine(stage: string, series: string, usage: ModelUsage, usd: string | null): StageLine {
  const { model, inputTokens, outputTokens, ms } = usage;
  const tokens = [
    inputTokens === null ? 'tokens in unknown' : `${grouped(inputTokens)} tokens in`,
    outputTokens === null ? 'out unknown' : `${grouped(outputTokens)} out`,
  ].join(', ');
  return { stage, series, ms, consumed: `${model ?? 'unknown model'}: ${tokens}`, usd };
}

function formatCounted(count: number | null, noun: string): string {
  if (count === null) return `${noun}s unknown`;
  return count === 1 ? `1 ${noun}` : `${grouped(count)} ${noun}s`;
}
