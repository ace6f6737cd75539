import { useKept } from '#renderer/contract/use-kept.ts';
import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import {
  assumedRate,
  assumedSeconds,
  atFirst,
  type Assumptions,
  type TypedAssumptions,
} from './assumptions.ts';
import { assumptionWords, intakeWords } from './assumption-words.ts';
import styles from './threshold-editor.module.css';

type Keep = (change: (before: TypedAssumptions) => TypedAssumptions) => void;

export function useTypedAssumptions(): readonly [TypedAssumptions, Keep] {
  return useKept<TypedAssumptions>(['workflows.assumptions'], atFirst);
}

interface AssumptionsLineProps {
  readonly sample: WorkflowSample;
  readonly assumptions: Assumptions;
  readonly typed: TypedAssumptions;
  readonly keep: Keep;
  readonly book: PriceBook;
}

/** What the figures above rest on, and where to type something else. */
export function AssumptionsLine({ sample, assumptions, typed, keep, book }: AssumptionsLineProps) {
  const measured = sample.reviewSeconds;
  return (
    <div className={styles.assumptions}>
      <p>
        Estimates: {intakeWords(sample.intake)}, {assumptionWords(assumptions)}, {book.name}.
      </p>
      <Popover
        title="Assumptions"
        align="end"
        className={styles.assumptionsSheet}
        trigger={
          <Button size="sm" variant="ghost" icon="edit">
            Assumptions
          </Button>
        }
      >
        <TextField
          label="Seconds of a reviewer a document"
          size="sm"
          mono
          inputMode="decimal"
          end="s"
          value={typed.seconds}
          placeholder={String(measured?.median ?? assumedSeconds)}
          error={assumptions.secondsProblem}
          hint={
            measured === null
              ? `Too few reviews have been timed here: ${String(assumedSeconds)} s is an assumption.`
              : `Left empty: ${String(measured.median)} s, the median of ${String(measured.n)} reviews.`
          }
          onChange={({ currentTarget: { value } }) => keep((before) => ({ ...before, seconds: value }))}
        />
        <TextField
          label="Dollars an hour"
          size="sm"
          mono
          inputMode="decimal"
          end="$"
          value={typed.rate}
          placeholder={assumedRate}
          error={assumptions.rateProblem}
          hint={`Left empty: $${assumedRate}, an assumption. Kept in this window, and sent nowhere.`}
          onChange={({ currentTarget: { value } }) => keep((before) => ({ ...before, rate: value }))}
        />
      </Popover>
    </div>
  );
}
