import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PersonName, ProjectName, TenantName, WorkflowName } from '#renderer/contract/names.tsx';
import { findBridge } from '#renderer/contract/query-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopyText } from '#renderer/ui/copy-button.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { StackedStatusBar, StatusLegend } from '#renderer/ui/stacked-status-bar.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Bridge } from '#shared/contract/contract.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { estimateEta, describeEta } from '#shared/domain/pipeline-limits.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { fitsInLink } from '#shared/domain/recognise-id.ts';
import type { GoTriage } from '../address.ts';
import styles from './batch.module.css';
import { messages } from '../messages.ts';

interface BatchHeadProps {
  readonly batch: Batch;
  readonly now: number;
  readonly go: GoTriage;
  readonly onExecution: () => void;
}

/** Shows the batch, its tenant, and its age. */
export function BatchHead({ batch, now, go, onExecution }: BatchHeadProps) {
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
            <Leads to={`the batches of ${tenantId}`} onClick={() => go({ tenant: tenantId, ...nothingOpen })}>
              <TenantName tenantId={tenantId} />
            </Leads>
          </Crumb>
          <Crumb>
            <Leads
              to={`the batches of project ${projectId}`}
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
        <CaseLinkButton batchId={batchId} />
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

function CaseLinkButton({ batchId }: { readonly batchId: string }) {
  const { host } = findBridge(useQueryClient());
  const copy = useCopyText();
  const toast = useToast();

  async function copyLink(): Promise<void> {
    const link = toCaseLink(host, batchId, globalThis.location.href);
    try {
      await copy(link.text);
      toast.show({ message: link.says, detail: link.text, id: 'case link' });
    } catch {
      toast.show({
        message: messages.batch.linkNotCopied,
        detail: link.text,
        tone: 'failed',
        id: 'case link',
      });
    }
  }

  return (
    <Button variant="ghost" icon="link" onClick={() => void copyLink()}>
      Case link
    </Button>
  );
}

interface CaseLink {
  readonly text: string;
  readonly says: string;
}

/** A desktop page has no address that another program could open, so the batch itself is linked. */
export function toCaseLink(host: Bridge['host'], batchId: string, href: string): CaseLink {
  if (host === 'electron' && !fitsInLink(batchId)) {
    return {
      text: batchId,
      says: messages.batch.idCopied,
    };
  }
  if (host === 'electron') {
    return {
      text: `sluice://batch/${encodeURIComponent(batchId)}`,
      says: messages.batch.linkCopied,
    };
  }
  const address = new URL(href);
  address.hash = '';
  return {
    text: address.href,
    says: messages.batch.viewCopied,
  };
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
