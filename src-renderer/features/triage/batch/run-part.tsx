import { useNames } from '#renderer/contract/names.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { casePlaces } from '#shared/domain/case-link.ts';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { RunTimeline } from '../timeline/run-timeline.tsx';
import type { GoTriage } from '../address.ts';
import styles from './batch.module.css';
import { messages } from '../messages.ts';

interface RunPartProps {
  readonly batch: Batch;
  readonly run: number | null;
  readonly go: GoTriage;
}

/** Shows one run, document by document. */
export function RunPart({ batch, run: chosen, go }: RunPartProps) {
  const run = runAtHand(batch, chosen);
  if (run === null) {
    return <EmptyState title={messages.batch.notStarted}>{messages.execution.timelineStarts}</EmptyState>;
  }
  const options = runOptions(batch);
  const outcome = options.find((one) => one.run === run)?.outcome ?? '';
  return (
    <div className={styles.run}>
      {options.length < 2 ? null : (
        <div className={styles.runs}>
          <RunChooser batch={batch} run={run} onRun={(next) => go({ run: next }, 'replace')} />
          <span className={styles.outcome} data-outcome={outcome}>
            {outcome === '' ? messages.execution.noOutcome : outcome}
          </span>
          <span className={styles.count}>of {grouped(options.length)} runs</span>
        </div>
      )}
      <div className={styles.timeline}>
        <RunTimeline
          key={run}
          batchId={batch.batchId}
          run={run}
          outcome={outcome}
          onOpenDocument={(document) => go({ document })}
        />
      </div>
    </div>
  );
}

interface RunChooserProps {
  readonly batch: Pick<Batch, 'run' | 'runs'>;
  readonly run: number;
  readonly onRun: (run: number) => void;
}

/** Chooses a run of the batch by its outcome; hidden if there is only one. */
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

interface RunAsideProps extends RunChooserProps {
  readonly batch: Batch;
}

/** Chooses the run whose execution is shown, and links to that execution. */
export function RunAside({ batch, run, onRun }: RunAsideProps) {
  const tenant = useNames().tenant(batch.tenantId);
  return (
    <>
      <RunChooser batch={batch} run={run} onRun={onRun} />
      <CaseLink
        isBare
        place={casePlaces.execution(batch, run)}
        says={`Execution ${batch.batchId}-r${String(run)} of ${tenant}`}
      />
    </>
  );
}

interface RunOption {
  readonly run: number;
  /** "FAILED"; empty if the item does not say. */
  readonly outcome: string;
}

/** Lists the runs, newest first: those that the item counts, and those whose outcome it has. */
export function runOptions({ run, runs }: Pick<Batch, 'run' | 'runs'>): readonly RunOption[] {
  const told = Object.keys(runs)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0);
  const counted = Array.from({ length: Math.min(run ?? 0, mostRuns) }, (_, place) => place + 1);
  return [...new Set([...counted, ...told])]
    .toSorted((a, b) => b - a)
    .map((number) => ({ run: number, outcome: runs[String(number)] ?? '' }));
}

/** Returns the run whose execution is shown; null if there has been none. */
export function runAtHand(batch: Pick<Batch, 'run' | 'runs'>, chosen: number | null): number | null {
  const options = runOptions(batch);
  return (options.find(({ run }) => run === chosen) ?? options[0])?.run ?? null;
}

/** A count of a million in an item must not make a list of a million. */
const mostRuns = 1_000;
