import type { Costs } from '#shared/contract/costs/costs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import type { PageCommand } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { batchesWords, meteredWords } from './meter-words.ts';
import styles from './meter-bar.module.css';

export interface MeterBarProps {
  readonly costs: Costs;
  readonly book: PriceBook;
  readonly onMeterRest: () => void;
  readonly onStop: () => void;
}

/** How much of what is shown was read document by document, and what the rest would cost. */
export function MeterBar({ costs, book, onMeterRest, onStop }: MeterBarProps) {
  const { state, batches, meteredDocuments, rest } = costs;
  const isReading = state === 'listing' || state === 'metering';
  usePageCommands(isReading ? [stopping(onStop)] : rest > 0 ? [metering(rest, onMeterRest)] : []);
  if (isReading) {
    return (
      <div className={styles.bar}>
        <div className={styles.progress}>
          <ProgressBar
            label={state === 'listing' ? 'Listing batches' : 'Metering documents'}
            value={state === 'listing' ? null : meteredDocuments}
            max={meteredDocuments + rest}
            figure={
              state === 'listing' && meteredDocuments === 0 ? `${batchesWords(batches)} so far` : undefined
            }
          />
        </div>
        <Button size="sm" icon="stop" onClick={onStop}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      <output className={styles.words}>{meteredWords(costs, book)}</output>
      {rest > 0 ? (
        <Button size="sm" onClick={onMeterRest}>
          Meter the rest, {grouped(rest)}
        </Button>
      ) : null}
    </div>
  );
}

function metering(rest: number, run: () => void): PageCommand {
  const title = `Meter the rest, ${grouped(rest)}`;
  return { id: 'meter-the-rest', title, keywords: ['documents', 'read', 'costs'], icon: 'costs', run };
}

function stopping(run: () => void): PageCommand {
  return { id: 'stop-metering', title: 'Stop metering', keywords: ['documents', 'read'], icon: 'stop', run };
}
