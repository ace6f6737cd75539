import { useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { Project } from '#shared/contract/triage/tenants.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import type { GoTriage } from '../triage-address.ts';
import styles from './lists.module.css';

interface ProjectCrumbProps {
  readonly tenantId: string;
  readonly projectId: string;
  readonly go: GoTriage;
}

/** Which project this is, and the way back to all of them. */
export function ProjectCrumb({ tenantId, projectId, go }: ProjectCrumbProps) {
  const client = useQueryClient();
  // By its name where the projects were listed; it is not read for this.
  const lists = client.getQueriesData<InfiniteData<Answer<{ readonly rows: readonly Project[] }>>>({
    queryKey: ['projects.ofTenant'],
  });
  const name = lists
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ value }) => value.rows)
    .find((project) => project.tenantId === tenantId && project.projectId === projectId)?.name;
  return (
    <div className={styles.crumb}>
      <IconButton
        icon="left"
        size="sm"
        label="All projects"
        onClick={() => go({ view: 'project', project: null, list: '' })}
      />
      <span className={styles.crumbName}>{name ?? projectId}</span>
      {name === undefined || name === null ? null : <span className={styles.id}>{projectId}</span>}
    </div>
  );
}
