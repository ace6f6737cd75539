import type { Batch } from '#shared/contract/triage/batches.ts';
import { Select } from '#renderer/ui/select/select.tsx';
import styles from './run-part.module.css';
import { runOptions } from './run-options.ts';

export interface RunChooserProps {
  readonly batch: Pick<Batch, 'run' | 'runs'>;
  readonly run: number;
  readonly onRun: (run: number) => void;
}

/** Which of the runs of a batch, with how each of them went; nothing to choose where there is but one. */
export function RunChooser({ batch, run, onRun }: RunChooserProps) {
  const options = runOptions(batch);
  if (options.length < 2) return null;
  return (
    <Select
      label="Run"
      labelHidden
      size="sm"
      className={styles.chooser}
      value={String(run)}
      onChange={(next) => onRun(Number(next))}
      options={options.map((one) => ({
        value: String(one.run),
        label: `Run ${String(one.run)}`,
        hint: one.outcome,
      }))}
    />
  );
}
