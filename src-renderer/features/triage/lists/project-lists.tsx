import { useInfiniteQuery } from '@tanstack/react-query';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import styles from './lists.module.css';
import { PeopleTable } from './people-table.tsx';
import { ProjectList } from './project-list.tsx';
import { ProjectBatches } from './project-batches.tsx';
import { ProjectCrumb } from './project-crumb.tsx';
import type { TenantListsProps } from './tenant-lists.tsx';
import { countWords, pagesOf } from '../parts/use-pages.ts';
import { WorkflowTable } from './workflow-table.tsx';

/** A tenant's projects and people; of a project its batches and workflows. */
export function ProjectLists(props: TenantListsProps) {
  return props.address.project === null ? (
    <ProjectsAndPeople {...props} />
  ) : (
    <OneProject key={props.address.project} {...props} projectId={props.address.project} />
  );
}

function ProjectsAndPeople({ tenantId, address, go, mayRead }: TenantListsProps) {
  const shown = address.view === 'people' ? 'people' : 'project';
  const projects = pagesOf(
    useInfiniteQuery({
      ...pagedOptions('projects.ofTenant', { tenantId, pageSize: perPage }),
      enabled: mayRead && shown === 'project',
    }),
  );
  const people = pagesOf(
    useInfiniteQuery({
      ...pagedOptions('users.ofTenant', { tenantId, pageSize: perPage }),
      enabled: mayRead && shown === 'people',
    }),
  );
  useShowReceipt('list', (shown === 'project' ? projects : people).receipts);
  return (
    <Tabs
      label="Of this tenant"
      className={styles.tabs}
      value={shown}
      onChange={(view) => go({ view, list: '' }, 'replace')}
      tabs={[
        { value: 'project', label: 'Projects', count: countWords(projects) },
        { value: 'people', label: 'People', count: countWords(people) },
      ]}
    >
      <TabPanel value="project" className={styles.panel ?? ''}>
        <ProjectList
          pages={projects}
          isPrimary={address.batch === null}
          onOpen={(project) => go({ view: 'project', project, list: '' })}
        />
      </TabPanel>
      <TabPanel value="people" className={styles.panel ?? ''}>
        <PeopleTable pages={people} isPrimary={address.batch === null} />
      </TabPanel>
    </Tabs>
  );
}

function OneProject(props: TenantListsProps & { readonly projectId: string }) {
  const { tenantId, projectId, address, go, mayRead, onOpenWorkflow } = props;
  const shown = address.view === 'workflows' ? 'workflows' : 'project';
  const input = { tenantId, projectId, pageSize: perPage };
  const batches = pagesOf(
    useInfiniteQuery({
      ...pagedOptions('batches.ofProject', input),
      enabled: mayRead && shown === 'project',
    }),
  );
  const workflows = pagesOf(
    useInfiniteQuery({
      ...pagedOptions('workflows.ofProject', input),
      enabled: mayRead && shown === 'workflows',
    }),
  );
  useShowReceipt('list', (shown === 'project' ? batches : workflows).receipts);
  return (
    <div className={styles.pane}>
      <ProjectCrumb tenantId={tenantId} projectId={projectId} go={go} />
      <Tabs
        label="Of this project"
        className={styles.tabs}
        value={shown}
        onChange={(view) => go({ view, list: '' }, 'replace')}
        tabs={[
          { value: 'project', label: 'Batches', count: countWords(batches) },
          { value: 'workflows', label: 'Workflows', count: countWords(workflows) },
        ]}
      >
        <TabPanel value="project" className={styles.panel ?? ''}>
          <ProjectBatches pages={batches} address={address} go={go} />
        </TabPanel>
        <TabPanel value="workflows" className={styles.panel ?? ''}>
          <WorkflowTable
            pages={workflows}
            isPrimary={address.batch === null}
            onOpen={
              onOpenWorkflow && (({ workflowId }) => onOpenWorkflow({ tenantId, projectId, workflowId }))
            }
          />
        </TabPanel>
      </Tabs>
    </div>
  );
}

const perPage = 50;
