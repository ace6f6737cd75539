import type { ReactNode } from 'react';
import { PersonName, ProjectName, TenantName, useNames, WorkflowName } from '#renderer/contract/names.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CaseLink } from '#renderer/ui/case-link.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { StackedStatusBar, StatusLegend } from '#renderer/ui/stacked-status-bar.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { estimateEta, describeEta } from '#shared/domain/pipeline-limits.ts';
import { casePlaces } from '#shared/domain/case-link.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import type { Failed } from './failure-groups.tsx';
import type { GoTriage } from '../address.ts';
import { BatchSummary } from './batch-activity.tsx';
import { BatchOwner } from './batch-owner.tsx';
import styles from './batch.module.css';
import { messages } from '../messages.ts';

interface BatchHeadProps {
  readonly batch: Batch;
  readonly now: number;
  readonly go: GoTriage;
  readonly onExecution: () => void;
  /** The failure group that is chosen. */
  readonly group: string | null;
  readonly failed: Pick<Failed, 'groups' | 'complete'>;
}

/** Shows the batch, its tenant, and its age. */
export function BatchHead({ batch, now, go, onExecution, group, failed }: BatchHeadProps) {
  const names = useNames();
  const { tenantId, projectId, batchId, status, otherStatus, workflowId, run, createdAt, submittedBy } =
    batch;
  const submitted = Date.parse(createdAt ?? '');
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <div className={styles.name}>
          <h2 className={styles.id} title={batchId}>
            {batchId}
          </h2>
          {status !== null ? (
            <StatusBadge status={status} pill />
          ) : otherStatus !== null ? (
            <OtherStatusBadge status={otherStatus} pill />
          ) : (
            <span className={styles.odd}>no status</span>
          )}
          <CopyButton text={batchId} label="Copy the batch id" />
        </div>
        <ul className={styles.crumbs} aria-label={messages.batch.belongs}>
          <Crumb>
            <Leads
              to={`the batches of ${names.tenant(tenantId)}`}
              onClick={() => go({ tenant: tenantId, ...nothingOpen })}
            >
              <TenantName tenantId={tenantId} />
            </Leads>
          </Crumb>
          <Crumb>
            <Leads
              to={`the batches of project ${names.project(tenantId, projectId)}`}
              onClick={() => go({ tenant: tenantId, view: 'project', project: projectId, ...nothingOpen })}
            >
              <ProjectName tenantId={tenantId} projectId={projectId} />
            </Leads>
          </Crumb>
          {workflowId === null ? null : (
            <Crumb>
              workflow <WorkflowName tenantId={tenantId} projectId={projectId} workflowId={workflowId} />
            </Crumb>
          )}
          {run === null ? null : <Crumb>{run === 0 ? 'not started' : `run ${String(run)}`}</Crumb>}
          {Number.isNaN(submitted) ? null : (
            <Crumb>
              submitted <RelativeTime at={submitted} now={Math.max(now, submitted)} />
              {submittedBy === null ? null : (
                <>
                  {' by '}
                  <PersonName personId={submittedBy} tenantId={tenantId} />
                </>
              )}
            </Crumb>
          )}
        </ul>
      </div>
      <div className={styles.actions}>
        <BatchOwner batch={batch} />
        <CaseLink
          place={casePlaces.batch(batch, group ?? undefined)}
          says={describeBatch(batch, names.tenant(tenantId))}
        />
        <BatchSummary batch={batch} groups={failed.groups} isAll={failed.complete} />
        <Button icon="workflows" onClick={onExecution}>
          Execution
        </Button>
      </div>
    </header>
  );
}

const nothingOpen = {
  batch: null,
  document: null,
  group: null,
  filter: '',
  selected: [],
  run: null,
} as const;

function Crumb({ children }: { readonly children: ReactNode }) {
  return <li className={styles.crumb}>{children}</li>;
}

interface LeadsProps {
  readonly to: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Leads({ to, onClick, children }: LeadsProps) {
  return (
    <button type="button" className={styles.leads} title={`Go to ${to}`} onClick={onClick}>
      {children}
    </button>
  );
}

/** Says in a ticket what the link leads to. */
export function describeBatch(
  { batchId, counts, documentCount, status, otherStatus }: Batch,
  tenant: string,
): string {
  const failed = counts.FAILED ?? 0;
  const of = documentCount === null ? '' : ` of ${counted(documentCount, 'document')}`;
  const parts =
    failed === 0
      ? []
      : [documentCount === null ? `${counted(failed, 'document')} failed` : `${grouped(failed)}${of} failed`];
  return [`Batch ${batchId} of ${tenant}`, status ?? otherStatus ?? 'no status', ...parts].join(', ');
}

interface BatchMixProps {
  readonly batch: Batch;
  readonly known: readonly DocumentRow[];
}

/** Shows the number of documents in each status by the batch item, and how long the rest will take. */
export function BatchMix({ batch, known }: BatchMixProps) {
  const { batchId, counts, otherCounts, received, documentCount, status } = batch;
  const isArriving =
    status === 'QUEUED' && received !== null && documentCount !== null && received < documentCount;
  return (
    <div className={styles.mix}>
      <div className={styles.line}>
        <StatusLegend counts={counts} others={otherCounts} />
        <span className={styles.end}>
          {isArriving ? (
            <>
              files arrived{' '}
              <b>
                {grouped(received)} of {grouped(documentCount)}
              </b>
            </>
          ) : (
            <TimeLeft batch={batch} known={known} />
          )}
        </span>
      </div>
      <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="lg" />
    </div>
  );
}

interface TimeLeftProps {
  readonly batch: Pick<Batch, 'counts' | 'status'>;
  readonly known: readonly DocumentRow[];
}

/** "38 left ÷ 10 at a time = 4 rounds × 15 s ≈ 60 s", while documents are being processed. */
function TimeLeft({ batch: { counts, status }, known }: TimeLeftProps) {
  const left = (counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0);
  if (left === 0) return null;
  if (status !== 'PROCESSING' && status !== 'QUEUED') return <>{grouped(left)} left, no active run</>;
  const eta = estimateEta({
    left,
    finishedSeconds: known.flatMap((document) => measureSeconds(document) ?? []),
  });
  const [sum = '', total = ''] = describeEta(eta).split('≈');
  return (
    <span
      title={
        eta.from === 'measured'
          ? messages.batch.measured(grouped(eta.n), grouped(eta.atOnce))
          : messages.batch.planned
      }
    >
      {sum}≈ <b>{total.trim()}</b>
    </span>
  );
}

/** Returns the seconds of a document that went through all stages. */
export function measureSeconds({ status, usage }: Pick<DocumentRow, 'status' | 'usage'>): number | null {
  if (status !== 'SUCCEEDED' && status !== 'REVIEW_REQUIRED') return null;
  const stages = [usage?.textract?.ms, usage?.gapFill?.ms, usage?.verify?.ms].flatMap((ms) => ms ?? []);
  return stages.length === 0 ? null : stages.reduce((sum, ms) => sum + ms, 0) / 1_000;
}
