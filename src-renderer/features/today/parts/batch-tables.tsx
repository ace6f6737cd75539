import { useNames } from '#renderer/contract/names.tsx';
import { useWorkedOn, type WorkedOn } from '#renderer/contract/worked-on.ts';
import { formatUpTo, describeMissing } from '#renderer/contract/attention-age.ts';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import plain from '#renderer/ui/plain-table.module.css';
import { WorkedOnMark } from '#renderer/ui/worked-on.tsx';
import { StackedStatusBar } from '#renderer/ui/stacked-status-bar.tsx';
import type { FailureGroupOfToday, TodayBatches } from '#shared/contract/today.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { countLeftQueued } from '#shared/domain/matching-documents.ts';
import { isOfFleet, leadToStatus } from '../lead-to.ts';
import { Lead } from '../lead.tsx';
import {
  formatCounted,
  formatCountedNouns,
  describeNone,
  formatNouns,
  describeRead,
  formatShortMoment,
} from '../messages.ts';
import type { Seen } from '../seen.ts';
import styles from './parts.module.css';
import { Age, PartState, Problems, PartNote, TodayPart } from './today-part.tsx';
import { messages } from '../messages.ts';
import { useTenantNames } from './tenants-part.tsx';

/** Lists the newest failed batches that were neither reprocessed nor redriven. */
export function FailedBatchesPart({ seen }: { readonly seen: Seen }) {
  const { batches, tenant, now } = seen;
  const failed = batches.value?.failed;
  // The batches come first; who works on them follows.
  const findWork = useWorkedOn(tenant === null || batches.value === undefined ? null : [tenant]);
  return (
    <TodayPart
      title="Failed batches"
      hint={
        failed &&
        failed.newest.length > 0 &&
        `the newest ${grouped(Math.min(most, failed.newest.length))} of ${formatCounted(failed.batches)}${describeAge(batches.value)}`
      }
      actions={
        <>
          {isOfFleet(seen) ? (
            <Lead isWord to={{ desk: 'fleet', list: 'deliveries' }}>
              {messages.batches.deliveries}
            </Lead>
          ) : null}
          {failed && failed.newest.length > 0 ? (
            <Lead isWord to={leadToStatus(seen, 'FAILED')}>
              All failed batches
            </Lead>
          ) : null}
        </>
      }
    >
      <PartState
        part={batches}
        notRead={messages.batches.notRead}
        reading="Reading the failed batches"
        rows={6}
      >
        {(value) =>
          value.failed.newest.length === 0 ? (
            <PartNote>{describeNoneFailed(value, tenant)}</PartNote>
          ) : (
            <BatchTable
              batches={value.failed.newest.slice(0, most)}
              withTenant={tenant === null}
              findWork={findWork}
              now={now}
            />
          )
        }
      </PartState>
    </TodayPart>
  );
}

/** Triage shows the rest. */
const most = 8;

/** ", as of 14:02:11 UTC" for a list of all tenants. */
function describeAge({ answeredFrom }: TodayBatches): string {
  return answeredFrom.from === 'attention' ? `, ${formatUpTo(answeredFrom)}` : '';
}

/** Says that no batch has failed only if all were read. */
export function describeNoneFailed(
  value: Pick<TodayBatches, 'answeredFrom' | 'problems' | 'isAllTenants'>,
  tenant: string | null,
): string {
  const { answeredFrom, problems, isAllTenants } = value;
  const isMissing = answeredFrom.from === 'attention' && describeMissing(answeredFrom) !== null;
  if (problems.length > 0 || isMissing || !isAllTenants) return messages.batches.noneKnown;
  return answeredFrom.from === 'attention' && tenant === null
    ? messages.batches.noneFailedAnywhere
    : messages.batches.noneFailed;
}

interface BatchTableProps {
  readonly batches: readonly Batch[];
  readonly withTenant: boolean;
  readonly findWork: (batch: Batch) => WorkedOn | null;
  readonly now: number;
}

function BatchTable({ batches, withTenant, findWork, now }: BatchTableProps) {
  const nameOf = useTenantNames();
  return (
    <table className={classNames(plain.table, styles.table)} aria-label="Failed batches" data-failed-batches>
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
            key={`${batch.tenantId} ${batch.batchId}`}
            batch={batch}
            work={findWork(batch)}
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
  readonly work: WorkedOn | null;
  readonly tenantName: string | undefined;
  readonly now: number;
}

function BatchRow({ batch, work, tenantName, now }: BatchRowProps) {
  const { workflowOrProject, person } = useNames();
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
  const left = countLeftQueued(batch);
  return (
    <tr>
      <td className={plain.mono} title={batchId}>
        <Lead isRow to={{ desk: 'batch', tenant: tenantId, batch: batchId }}>
          {batchId}
        </Lead>
        {catchingUp ? <span className={plain.small}> index catching up</span> : null}
        {work === null ? null : (
          <WorkedOnMark name={work.isMine ? null : person(work.by, tenantId)} since={work.since} />
        )}
      </td>
      {tenantName === undefined ? null : <td>{tenantName}</td>}
      <td className={classNames(plain.quiet, styles.gives)} title={workflowId ?? projectId}>
        {workflowOrProject(batch)}
      </td>
      <td className={styles.gives}>
        <div className={styles.batchTablesBar}>
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
        {left === 0 ? null : (
          <span className={plain.small}> {messages.batches.leftQueued(grouped(left))}</span>
        )}
      </td>
      <td className={classNames(plain.end, plain.quiet)}>
        {Number.isNaN(since) ? 'unknown' : <Age at={since} now={now} />}
      </td>
    </tr>
  );
}

/** Lists documents that wait for a run which has ended. They have no failure, so no list of failures names them. */
export function LeftQueuedPart({ seen: { batches, tenant, now } }: { readonly seen: Seen }) {
  const left = batches.value?.leftQueued;
  if (left === undefined || left.most.length === 0) return null;
  return (
    <TodayPart title={messages.left.title} hint={messages.left.hint(left)}>
      <ul className={styles.list} aria-label={messages.left.title}>
        {left.most.slice(0, mostLeft).map((batch) => (
          <LeftQueuedRow
            key={`${batch.tenantId} ${batch.batchId}`}
            batch={batch}
            now={now}
            withTenant={tenant === null}
          />
        ))}
      </ul>
    </TodayPart>
  );
}

const mostLeft = 4;

function LeftQueuedRow({
  batch,
  now,
  withTenant,
}: {
  readonly batch: Batch;
  readonly now: number;
  readonly withTenant: boolean;
}) {
  const { workflowOrProject } = useNames();
  const nameOf = useTenantNames();
  const { tenantId, batchId, statusSince } = batch;
  const since = Date.parse(statusSince ?? '');
  const about = [...(withTenant ? [nameOf(tenantId)] : []), workflowOrProject(batch), batchId];
  return (
    <li className={styles.row}>
      <Lead
        isRow
        to={{ desk: 'batch', tenant: tenantId, batch: batchId, isOfLeft: true }}
        className={styles.name}
      >
        {messages.left.row(countLeftQueued(batch))}
      </Lead>
      <span className={styles.end}>{Number.isNaN(since) ? '' : <Age at={since} now={now} />}</span>
      <span className={styles.quiet} title={about.join(', ')}>
        {about.join(', ')}
      </span>
    </li>
  );
}

/** Groups the newest failures by cause; each opens its batch with the group selected. */
export function GroupsPart({ seen }: { readonly seen: Seen }) {
  const { groups, tenant, now } = seen;
  return (
    <TodayPart title="Failure groups" hint={groups.value && describeRead(groups.value)}>
      <PartState part={groups} notRead={messages.batches.notGrouped} reading="Grouping the failures">
        {(value) => (
          <>
            {value.groups.length === 0 ? <PartNote>{describeNone(value)}</PartNote> : null}
            {value.groups.length === 0 ? null : (
              <GroupTable groups={value.groups} withTenant={tenant === null} now={now} />
            )}
            <Problems of={value.problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

interface GroupTableProps {
  readonly groups: readonly FailureGroupOfToday[];
  readonly withTenant: boolean;
  readonly now: number;
}

function GroupTable({ groups, withTenant, now }: GroupTableProps) {
  const nameOf = useTenantNames();
  return (
    <table className={classNames(plain.table, styles.table)} aria-label="Failure groups">
      <thead>
        <tr>
          <th scope="col" className={styles.print}>
            Group
          </th>
          <th scope="col">What failed</th>
          <th scope="col" className={classNames(styles.stage, styles.gives)}>
            Stage
          </th>
          {withTenant ? (
            <th scope="col" className={classNames(styles.tenant, styles.gives)}>
              {groups.some(({ tenantId }) => tenantId === null) ? 'Tenants' : 'Tenant'}
            </th>
          ) : null}
          <th scope="col" className={classNames(styles.count, plain.end)}>
            Count
          </th>
          <th scope="col" className={classNames(styles.when, plain.end, styles.gives, styles.first)}>
            First
          </th>
          <th scope="col" className={classNames(styles.when, plain.end)}>
            Last
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(
          ({
            fingerprint,
            tenantId,
            tenants,
            batchId,
            what,
            stage,
            count,
            batches,
            firstAt,
            lastAt,
            isNew,
          }) => (
            <tr key={`${tenantId} ${fingerprint}`}>
              <td>
                <FingerprintChip fingerprint={fingerprint} />
              </td>
              <td title={what}>
                {isNew ? (
                  <span className={styles.new} aria-hidden>
                    new
                  </span>
                ) : null}
                {tenantId === null || batchId === null || batches === null ? (
                  <Lead
                    isRow
                    to={{ desk: 'fleet', list: 'failed', cause: fingerprint }}
                    label={messages.batches.ofCause(what, formatNouns(count, 'document', 'documents'), isNew)}
                    title={messages.batches.allWithCause}
                  >
                    {what}
                  </Lead>
                ) : (
                  <Lead
                    isRow
                    to={{ desk: 'batch', tenant: tenantId, batch: batchId, group: fingerprint }}
                    label={`${what}, ${formatNouns(count, 'document', 'documents')} in ${formatNouns(batches, 'batch', 'batches')}${isNew ? ', new' : ''}`}
                  >
                    {what}
                  </Lead>
                )}
              </td>
              <td className={classNames(plain.quiet, styles.gives)}>{stage ?? '–'}</td>
              {withTenant ? (
                <td className={classNames(plain.quiet, styles.gives)}>
                  {tenantId !== null ? nameOf(tenantId) : formatCountedNouns(tenants, 'tenant', 'tenants')}
                </td>
              ) : null}
              <td className={classNames(plain.end, styles.bad)}>{grouped(count)}</td>
              <td className={classNames(plain.end, plain.quiet, styles.gives, styles.first)}>
                {formatShortMoment(firstAt, now) ?? 'unknown'}
              </td>
              <td className={classNames(plain.end, plain.quiet)}>
                {formatShortMoment(lastAt, now) ?? 'unknown'}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
