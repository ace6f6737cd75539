import { useInfiniteQuery } from '@tanstack/react-query';
import { useNames } from '#renderer/contract/names.tsx';
import { latestBatches, useLatest } from '#renderer/contract/changes-provider.tsx';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { RowList } from '#renderer/ui/row-list.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Batch, Project, UserOfTenant, Workflow } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { ListEnd, ListState } from '../parts/list-state.tsx';
import { formatCount, toPages, type Pages } from '../parts/use-pages.ts';
import type { TenantReading } from '../parts/use-tenant-and-batch.ts';
import type { GoTriage, TriageAddress, TriagePageProps } from '../address.ts';
import { BatchList } from './triage-batch-list.tsx';
import styles from './lists.module.css';
import { messages } from '../messages.ts';
import { describeThrottling } from '#renderer/contract/failure-text.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import type { DataColumn, TableEnd } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { exactUtc } from '#renderer/ui/relative-time.tsx';

export interface ListsProps {
  readonly tenantId: string;
  readonly known: TenantReading;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** False while a more urgent request is being read. */
  readonly mayRead: boolean;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
}

/** Lists the projects and people of a tenant, or the batches and workflows of a project. */
export function ProjectLists(props: ListsProps) {
  return props.address.project === null ? (
    <ProjectsAndPeople {...props} />
  ) : (
    <OneProject key={props.address.project} {...props} projectId={props.address.project} />
  );
}

function ProjectsAndPeople({ tenantId, address, go, mayRead }: ListsProps) {
  const shown = address.view === 'people' ? 'people' : 'project';
  const projects = toPages(
    useInfiniteQuery({
      ...pagedOptions('projects.ofTenant', { tenantId, pageSize: perPage }),
      enabled: mayRead && shown === 'project',
    }),
  );
  const people = toPages(
    useInfiniteQuery({
      ...pagedOptions('users.ofTenant', { tenantId, pageSize: perPage }),
      enabled: mayRead && shown === 'people',
    }),
  );
  useShowReceipt('list', (shown === 'project' ? projects : people).receipts);
  return (
    <Tabs
      label={messages.lists.ofTenant}
      className={styles.tabs}
      value={shown}
      onChange={(view) => go({ view, rows: '' }, 'replace')}
      tabs={[
        { value: 'project', label: 'Projects', count: formatCount(projects) },
        { value: 'people', label: 'People', count: formatCount(people) },
      ]}
    >
      <TabPanel value="project" className={styles.panel ?? ''}>
        <ProjectList
          pages={projects}
          isPrimary={address.batch === null}
          onOpen={(project) => go({ view: 'project', project, rows: '' })}
        />
      </TabPanel>
      <TabPanel value="people" className={styles.panel ?? ''}>
        <PeopleTable pages={people} isPrimary={address.batch === null} />
      </TabPanel>
    </Tabs>
  );
}

function OneProject(props: ListsProps & { readonly projectId: string }) {
  const { tenantId, projectId, address, go, mayRead, onOpenWorkflow } = props;
  const shown = address.view === 'workflows' ? 'workflows' : 'project';
  const input = { tenantId, projectId, pageSize: perPage };
  const batches = toPages(
    useInfiniteQuery({
      ...pagedOptions('batches.ofProject', input),
      enabled: mayRead && shown === 'project',
    }),
  );
  const workflows = toPages(
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
        label={messages.lists.ofProject}
        className={styles.tabs}
        value={shown}
        onChange={(view) => go({ view, rows: '' }, 'replace')}
        tabs={[
          { value: 'project', label: 'Batches', count: formatCount(batches) },
          { value: 'workflows', label: 'Workflows', count: formatCount(workflows) },
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

interface ProjectCrumbProps {
  readonly tenantId: string;
  readonly projectId: string;
  readonly go: GoTriage;
}

/** Shows the chosen project, and the way back to the list. */
function ProjectCrumb({ tenantId, projectId, go }: ProjectCrumbProps) {
  const name = useNames().project(tenantId, projectId);
  return (
    <div className={styles.crumb}>
      <IconButton
        icon="left"
        size="sm"
        label="All projects"
        onClick={() => go({ view: 'project', project: null, rows: '' })}
      />
      <span className={styles.crumbName}>{name}</span>
      {name === projectId ? null : <span className={styles.id}>{projectId}</span>}
    </div>
  );
}

interface ProjectListProps {
  readonly pages: Pages<Project>;
  readonly isPrimary: boolean;
  readonly onOpen: (projectId: string) => void;
}

function ProjectList({ pages, isPrimary, onOpen }: ProjectListProps) {
  return (
    <ListState
      pages={pages}
      what="projects"
      empty={messages.lists.noProjects}
      emptyNext={messages.lists.noProjectsNext}
    >
      <RowList
        label="Projects"
        rows={pages.rows}
        rowId={({ projectId }) => projectId}
        rowHeight={48}
        primary={isPrimary}
        onOpen={({ projectId }) => onOpen(projectId)}
        onMore={pages.complete ? undefined : pages.readOn}
        onReachEnd={pages.readOn}
        end={<ListEnd pages={pages} note={messages.lists.endOfList} />}
      >
        {({ name, projectId, batchCount }) => (
          <div className={styles.project}>
            <span className={styles.crumbName}>{name ?? projectId}</span>
            <span className={styles.standing}>
              {batchCount === null ? '' : batchCount === 1 ? '1 batch' : `${grouped(batchCount)} batches`}
            </span>
            <span className={styles.about}>{projectId}</span>
          </div>
        )}
      </RowList>
    </ListState>
  );
}

interface ProjectBatchesProps {
  readonly pages: Pages<Batch>;
  readonly address: TriageAddress;
  readonly go: GoTriage;
}

/** Lists batches of every status, because the base table also has those that are in no index. */
function ProjectBatches({ pages, address, go }: ProjectBatchesProps) {
  const { batches } = useLatest();
  const belongs = (batch: Batch) => batch.tenantId === address.tenant && batch.projectId === address.project;
  return (
    <BatchList
      label={messages.lists.projectBatches}
      pages={pages}
      rows={pages.isRead ? latestBatches(pages.rows, batches, belongs) : pages.rows}
      address={address}
      go={go}
      withStatus
      endNote={messages.lists.endOfProject}
      empty={
        <EmptyState title={messages.lists.noBatches}>
          <p>{messages.lists.noBatchesNext}</p>
        </EmptyState>
      }
    />
  );
}

interface WorkflowTableProps {
  readonly pages: Pages<Workflow>;
  readonly isPrimary: boolean;
  /** Opens the page where its thresholds are changed. */
  readonly onOpen?: ((workflow: Workflow) => void) | undefined;
}

/** Lists workflows in the order of GSI1, the last changed first. */
function WorkflowTable({ pages, isPrimary, onOpen }: WorkflowTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState
      pages={pages}
      what="workflows"
      empty={messages.lists.noWorkflows}
      emptyNext={messages.lists.noWorkflowsNext}
    >
      <DataTable
        label={messages.lists.workflows}
        primary={isPrimary}
        columns={workflowColumns}
        rows={pages.rows}
        rowId={({ workflowId }) => workflowId}
        rowName={({ name, workflowId }) => name ?? workflowId}
        onOpen={onOpen}
        opensOnClick
        onCopyId={copyId}
        end={describeTableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const workflowColumns: readonly DataColumn<Workflow>[] = [
  {
    id: 'name',
    title: 'Workflow',
    value: ({ name, workflowId }) => name ?? workflowId,
    cell: ({ name, workflowId }) => <span title={workflowId}>{name ?? workflowId}</span>,
    strong: true,
    min: 112,
  },
  {
    id: 'thresholds',
    title: 'Fail / review',
    value: ({ confidenceThreshold }) => confidenceThreshold,
    text: ({ confidenceThreshold, reviewThreshold }) =>
      `${formatShare(confidenceThreshold)} / ${formatShare(reviewThreshold)}`,
    cell: (workflow) => (
      <span title={describeThresholds(workflow)}>
        {formatShare(workflow.confidenceThreshold)} / {formatShare(workflow.reviewThreshold)}
      </span>
    ),
    align: 'end',
    width: 104,
  },
  {
    id: 'updatedAt',
    title: 'Changed',
    value: ({ updatedAt }) => updatedAt,
    text: ({ updatedAt }) => (updatedAt === null ? '' : exactUtc(Date.parse(updatedAt)).slice(0, 11)),
    width: 112,
  },
];

function formatShare(share: number | null): string {
  return share === null ? '?' : share.toFixed(2);
}

function describeThresholds({ confidenceThreshold, reviewThreshold }: Workflow): string {
  return messages.lists.thresholds(formatShare(confidenceThreshold), formatShare(reviewThreshold));
}

interface PeopleTableProps {
  readonly pages: Pages<UserOfTenant>;
  readonly isPrimary: boolean;
}

function PeopleTable({ pages, isPrimary }: PeopleTableProps) {
  const copyId = useCopyAndTell();
  return (
    <ListState
      pages={pages}
      what="people"
      empty={messages.lists.noPeople}
      emptyNext={messages.lists.noPeopleNext}
    >
      <DataTable
        label="People"
        primary={isPrimary}
        columns={peopleColumns}
        rows={pages.rows}
        rowId={({ userId }) => userId}
        rowName={({ name, userId }) => name ?? userId}
        onCopyId={copyId}
        end={describeTableEnd(pages)}
        onReachEnd={pages.readOn}
      />
    </ListState>
  );
}

const peopleColumns: readonly DataColumn<UserOfTenant>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name, userId }) => name ?? userId,
    strong: true,
    min: 104,
    sortable: true,
  },
  { id: 'role', title: 'Role', value: ({ role }) => role, width: 80, sortable: true },
  { id: 'userId', title: 'User id', value: ({ userId }) => userId, mono: true, min: 150, sortable: true },
];

function describeTableEnd({
  rows,
  complete,
  reading,
  receipts,
  throttled,
  readOn,
}: Pages<unknown>): TableEnd {
  const slower = describeThrottling(throttled);
  if (complete) return { note: messages.lists.all(rows.length) };
  const rru = receipts.at(-1)?.rru;
  const price = rru === undefined ? '' : `, the next page costs about ${String(rru)} RRU`;
  return { note: `${String(rows.length)} so far${price}${slower}`, onMore: readOn, loading: reading };
}
