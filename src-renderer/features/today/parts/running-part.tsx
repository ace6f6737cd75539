import type { Batch } from '#shared/contract/triage/batches.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { StackedStatusBar } from '#renderer/ui/status/stacked-status-bar.tsx';
import { leadOfStatus } from '../lead/lead-of-status.ts';
import { countedNouns } from '../counted-words.ts';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { Age } from './age.tsx';
import { doneWords } from './batch-words.ts';
import { PartState, Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-part.module.css';

/** Batches in work, and how far they are. */
export function RunningPart({ seen }: { readonly seen: Seen }) {
  const { batches, now } = seen;
  const running = batches.value?.running;
  return (
    <TodayPart
      title="In work"
      hint={running && running.newest.length > 0 && countedNouns(running.batches, 'batch', 'batches')}
      actions={
        running && running.newest.length > 0 ? (
          <Lead isWord to={leadOfStatus(seen, 'PROCESSING')}>
            All in work
          </Lead>
        ) : undefined
      }
    >
      <PartState part={batches} notRead="The batches were not read" reading="Reading the batches in work">
        {(value) =>
          value.running.newest.length === 0 ? (
            <Said>{value.problems.length > 0 ? 'None is known.' : 'No batch is being processed.'}</Said>
          ) : (
            <ul className={styles.list} aria-label="Batches in work">
              {value.running.newest.slice(0, most).map((batch) => (
                <RunningRow key={batch.batchId} batch={batch} now={now} />
              ))}
            </ul>
          )
        }
      </PartState>
    </TodayPart>
  );
}

const most = 5;

function RunningRow({ batch, now }: { readonly batch: Batch; readonly now: number }) {
  const { tenantId, batchId, workflowId, projectId, counts, otherCounts, statusSince } = batch;
  const since = Date.parse(statusSince ?? '');
  return (
    <li className={styles.row}>
      <Lead
        isRow
        to={{ desk: 'batch', tenant: tenantId, batch: batchId }}
        className={classNames(styles.name, styles.mono)}
      >
        {batchId}
      </Lead>
      <span className={styles.end}>{Number.isNaN(since) ? '' : <Age at={since} now={now} />}</span>
      <span className={styles.quiet}>{workflowId ?? projectId}</span>
      <span className={styles.end}>{doneWords(batch)}</span>
      <span className={styles.wide}>
        <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="sm" />
      </span>
    </li>
  );
}
