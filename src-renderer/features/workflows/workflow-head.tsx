import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { projectsQuery } from './list/projects-query.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { versionWords } from './threshold-words.ts';
import styles from './workflow-page.module.css';

interface WorkflowHeadProps {
  readonly name: WorkflowKey;
  /** Null while it is read. */
  readonly workflow: Workflow | null;
  readonly onList: () => void;
  readonly actions?: ReactNode;
}

/** Where this is, and what can be done with the draft. */
export function WorkflowHead({ name, workflow, onList, actions }: WorkflowHeadProps) {
  const project = useProjectName(name);
  return (
    <header className={styles.head}>
      <IconButton icon="left" size="sm" label="All workflows" shortcut="Escape" onClick={onList} />
      <div className={styles.names}>
        <p className={styles.crumbs}>
          <span>{project}</span>
          <span aria-hidden>/</span>
          <span className={styles.crumb}>{workflow?.name ?? name.workflowId}</span>
          {workflow === null ? null : (
            <>
              <span aria-hidden>/</span>
              <span>{`${versionWords(workflow.version)} live`}</span>
            </>
          )}
        </p>
        <h1 className={styles.title}>Thresholds</h1>
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** As the list has read it, or read here for whoever comes by a link; else its id. */
function useProjectName({ tenantId, projectId }: WorkflowKey): string {
  const pages = useInfiniteQuery(projectsQuery(tenantId)).data?.pages ?? [];
  useShowReceipt(
    'projects',
    pages.flatMap(({ receipt }) => receipt ?? []),
  );
  const projects = pages.flatMap(({ value }) => value.rows);
  return projects.find((one) => one.projectId === projectId)?.name ?? projectId;
}
