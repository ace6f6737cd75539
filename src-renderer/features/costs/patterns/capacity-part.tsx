import { daysPerMonth } from '#shared/pricing/cost-table.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import type { CostTable } from '#shared/pricing/cost-table.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import type { CostChoicesHandle } from './cost-choices.ts';
import { cheaperWords, crossoverWords, percentText, unknownWrites } from './cost-words.ts';
import styles from './costs-view.module.css';
import type { Assumptions } from './read-assumptions.ts';
import { grouped } from '#shared/domain/grouped-number.ts';

export interface CapacityPartProps {
  readonly table: CostTable;
  readonly comparison: CapacityComparison | null;
  readonly assumptions: Assumptions;
  readonly handle: CostChoicesHandle;
}

/** Both ways to pay, with what is assumed about a day's peak. */
export function CapacityPart({ table, comparison, assumptions, handle }: CapacityPartProps) {
  const { choices, choose } = handle;
  return (
    <ViewPart title="On demand against provisioned" padded>
      <div className={styles.capacity}>
        <TextField
          label="Peak against the mean"
          inputMode="decimal"
          end="times"
          value={choices.peakToMean}
          error={assumptions.ok ? undefined : assumptions.peakProblem}
          onChange={(event) => choose({ peakToMean: event.currentTarget.value })}
        />
        <TextField
          label="Use at the peak"
          inputMode="decimal"
          end="%"
          value={choices.utilisation}
          error={assumptions.ok ? undefined : assumptions.utilisationProblem}
          onChange={(event) => choose({ utilisation: event.currentTarget.value })}
        />
        <div className={styles.words} aria-live="polite">
          {comparison === null ? (
            <p>
              {assumptions.ok ? 'Nothing is estimated, so there is nothing to compare.' : 'Not compared.'}
            </p>
          ) : (
            <>
              <p>
                <b>{cheaperWords(comparison)}</b>
              </p>
              <p>{crossoverWords(comparison)}</p>
              <p>
                {needWords('reads', comparison.read)}; {needWords('writes', comparison.write)}.
              </p>
              <p>
                They cost the same when capacity is {percentText(comparison.breakEvenUtilisation)} full on
                average; at this peak it is {percentText(comparison.meanUtilisation)}, before units are
                rounded up to whole ones.
              </p>
            </>
          )}
        </div>
      </div>
      <p className={styles.assumed}>
        Assumed: capacity is sized for the peak and paid for every hour of {daysPerMonth} days; the{' '}
        {grouped(table.capacities)} tables and indexes share one pool and keep at least one unit each.{' '}
        {unknownWrites(table.rows)}
      </p>
    </ViewPart>
  );
}

function needWords(what: string, { meanPerSecond, provisioned }: CapacityComparison['read']): string {
  const mean = grouped(Number(meanPerSecond.toPrecision(2)));
  return `${mean} units of ${what} a second on average, ${grouped(provisioned)} kept`;
}
