import type { Batch } from '#shared/contract/triage/batches.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { Age } from './age.tsx';
import { StackedStatusBar } from '#renderer/ui/status/stacked-status-bar.tsx';
import { countedText } from '../counted-words.ts';
import { leadOfStatus } from '../lead/lead-of-status.ts';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { useTenantNames } from '../reading/use-tenant-names.ts';
import { PartState, Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-table.module.css';

/** The newest of those that failed and were neither reprocessed nor redriven. */
export function FailedBatchesPart({ seen }: { readonly seen: Seen }) {
  const { batches, tenant, now } = seen;
  const failed = batches.value?.failed;
  return (
    <TodayPart
      title="Failed batches"
      hint={
        failed &&
        failed.newest.length > 0 &&
        `the newest ${grouped(Math.min(most, failed.newest.length))} of ${countedText(failed.batches)}`
      }
      actions={
        failed && failed.newest.length > 0 ? (
          <Lead isWord to={leadOfStatus(seen, 'FAILED')}>
            All failed batches
          </Lead>
        ) : undefined
      }
    >
      <PartState
        part={batches}
        notRead="The batches were not read"
        reading="Reading the failed batches"
        rows={6}
      >
        {(value) =>
          value.failed.newest.length === 0 ? (
            <Said>{value.problems.length > 0 ? 'None is known.' : 'No batch is in status FAILED.'}</Said>
          ) : (
            <BatchTable batches={value.failed.newest.slice(0, most)} withTenant={tenant === null} now={now} />
          )
        }
      </PartState>
    </TodayPart>
  );
}

/** The rest is in Triage. */
const most = 8;

interface BatchTableProps {
  readonly batches: readonly Batch[];
  readonly withTenant: boolean;
  readonly now: number;
}

function BatchTable({ batches, withTenant, now }: BatchTableProps) {
  const nameOf = useTenantNames();
  return (
    <table className={classNames(plain.table, styles.table)} aria-label="Failed batches">
      <thead>
        <tr>
          <th scope="col" className={styles.batch}>
            Batch
          </th>
          {withTenant ? <th scope="col">Tenant</th> : null}
          <th scope="col" className={styles.gives}>
            Workflow
          </th>
          <th scope="col" className={classNames(styles.mix, styles.gives)}>
            Documents
          </th>
          <th scope="col" className={classNames(styles.count, plain.end)}>
            Failed
          </th>
          <th scope="col" className={classNames(styles.age, plain.end)}>
            Age
          </th>
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <BatchRow
            key={batch.batchId}
            batch={batch}
            tenantName={withTenant ? nameOf(batch.tenantId) : undefined}
            now={now}
          />
        ))}
      </tbody>
    </table>
  );
}

interface BatchRowProps {
  readonly batch: Batch;
  readonly tenantName: string | undefined;
  readonly now: number;
}

function BatchRow({ batch, tenantName, now }: BatchRowProps) {
  const {
    tenantId,
    batchId,
    workflowId,
    projectId,
    documentCount,
    counts,
    otherCounts,
    statusSince,
    catchingUp,
  } = batch;
  const since = Date.parse(statusSince ?? '');
  const failed = counts.FAILED;
  return (
    <tr>
      <td className={plain.mono} title={batchId}>
        <Lead isRow to={{ desk: 'batch', tenant: tenantId, batch: batchId }}>
          {batchId}
        </Lead>
        {catchingUp ? <span className={plain.small}> index catching up</span> : null}
      </td>
      {tenantName === undefined ? null : <td>{tenantName}</td>}
      <td className={classNames(plain.quiet, styles.gives)}>{workflowId ?? projectId}</td>
      <td className={styles.gives}>
        <div className={styles.bar}>
          <StackedStatusBar
            counts={counts}
            others={otherCounts}
            label={`Documents of ${batchId}`}
            size="sm"
          />
          <span>{documentCount === null ? '?' : grouped(documentCount)}</span>
        </div>
      </td>
      <td className={classNames(plain.end, failed !== null && failed > 0 && styles.bad)}>
        {failed === null ? '?' : grouped(failed)}
      </td>
      <td className={classNames(plain.end, plain.quiet)}>
        {Number.isNaN(since) ? 'unknown' : <Age at={since} now={now} />}
      </td>
    </tr>
  );
}
