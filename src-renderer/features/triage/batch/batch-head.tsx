import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import { useCopyText } from '#renderer/ui/copy-button/copy-text-context.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import type { GoTriage } from '../triage-address.ts';
import { caseLink } from './case-link.ts';
import styles from './batch-head.module.css';

export interface BatchHeadProps {
  readonly batch: Batch;
  readonly now: number;
  readonly go: GoTriage;
  readonly onExecution: () => void;
}

/** Which batch it is, whose, and since when. */
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
        <ul className={styles.crumbs} aria-label="Where this batch belongs">
          <Crumb>
            <Leads to={`the batches of ${tenantId}`} onClick={() => go({ tenant: tenantId, ...nothingOpen })}>
              {tenantId}
            </Leads>
          </Crumb>
          <Crumb>
            <Leads
              to={`the batches of project ${projectId}`}
              onClick={() => go({ tenant: tenantId, view: 'project', project: projectId, ...nothingOpen })}
            >
              {projectId}
            </Leads>
          </Crumb>
          {workflowId === null ? null : <Crumb>workflow {workflowId}</Crumb>}
          {run === null ? null : <Crumb>{run === 0 ? 'not started' : `run ${String(run)}`}</Crumb>}
          {Number.isNaN(submitted) ? null : (
            <Crumb>
              submitted <RelativeTime at={submitted} now={Math.max(now, submitted)} />
              {submittedBy === null ? null : ` by ${submittedBy}`}
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
  const { host } = bridgeOf(useQueryClient());
  const copy = useCopyText();
  const toast = useToast();

  async function copyLink(): Promise<void> {
    const link = caseLink(host, batchId, globalThis.location.href);
    try {
      await copy(link.text);
      toast.show({ message: link.says, detail: link.text, id: 'case link' });
    } catch {
      toast.show({
        message: 'The link was not copied: the clipboard refused.',
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
