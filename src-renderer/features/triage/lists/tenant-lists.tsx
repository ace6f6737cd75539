import { useInfiniteQuery } from '@tanstack/react-query';
import { latestBatches, useLatest } from '#renderer/contract/changes-provider.tsx';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { formatStatus } from '#renderer/ui/status.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { BatchStatus } from '#shared/domain/statuses.ts';
import { formatCount, toPages } from '../parts/use-pages.ts';

import { leaveBatch } from '../address.ts';
import { BatchList } from './triage-batch-list.tsx';
import styles from './lists.module.css';
import { ProjectLists, type ListsProps } from './project-lists.tsx';
import { messages } from '../messages.ts';

/** Lists the batches of a tenant by status, or by project with its workflows and people. */
export function TenantLists(props: ListsProps) {
  const { tenantId, known, address, go } = props;
  const by = address.view === 'status' ? 'status' : 'project';
  return (
    <section className={styles.pane} aria-label={`Lists of ${known.tenant?.name ?? tenantId}`}>
      {address.list === null ? null : (
        <div className={styles.back}>
          <Button size="sm" variant="ghost" icon="left" onClick={() => go({ ...leaveBatch, tenant: null })}>
            {messages.fleet.backTo[address.list]}
          </Button>
        </div>
      )}
      <PaneBar line={false}>
        <PaneBarTitle of="page">Triage</PaneBarTitle>
        <span className={styles.keys}>
          <Kbd keys={pageKeys.lists.nextRow} />
          <Kbd keys={pageKeys.lists.previousRow} />
        </span>
        <Segmented
          label="Batches"
          size="sm"
          value={by}
          onChange={(view) => go({ view, rows: '' })}
          options={[
            { value: 'status', label: 'By status' },
            { value: 'project', label: 'By project' },
          ]}
        />
      </PaneBar>
      {known.isUnknown ? (
        <Note
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" onClick={() => go({ tenant: null, batch: null })}>
              All tenants
            </Button>
          }
        >
          {messages.lists.unknownTenant(tenantId)}
        </Note>
      ) : null}
      <div className={styles.body}>
        {by === 'status' ? <StatusLists {...props} /> : <ProjectLists {...props} />}
      </div>
    </section>
  );
}

/** Only these statuses have the keys of GSI2 (domain, 1.1). */
const indexed = ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'] as const;
type ListedStatus = (typeof indexed)[number];

const batchesPerPage = 25;

function StatusLists(props: ListsProps) {
  const { tenantId, known, address, go, mayRead } = props;
  const status = indexed.find((one) => one === address.status) ?? 'FAILED';
  const lists = {
    FAILED: useStatusList(tenantId, 'FAILED', mayRead && status === 'FAILED'),
    PROCESSING: useStatusList(tenantId, 'PROCESSING', mayRead && status === 'PROCESSING'),
    REVIEW_REQUIRED: useStatusList(tenantId, 'REVIEW_REQUIRED', mayRead && status === 'REVIEW_REQUIRED'),
  };
  const { pages, rows } = lists[status];
  const whose = known.tenant?.name ?? tenantId;
  useShowReceipt('list', pages.receipts);

  return (
    <Tabs
      label="Status"
      className={styles.tabs}
      value={status}
      onChange={(next) => go({ status: next, rows: '' }, 'replace')}
      tabs={indexed.map((value) => ({ value, label: value, count: formatListCount(lists[value]) }))}
    >
      {indexed.map((value) => (
        <TabPanel key={value} value={value} className={styles.panel ?? ''}>
          <BatchList
            label={`Batches of ${whose} that are ${formatStatus(value)}`}
            pages={pages}
            rows={rows}
            address={address}
            go={go}
            withStatus={false}
            endNote={`End of list. ${describeNotInIndex(value)}`}
            empty={
              <EmptyState
                title={messages.lists.noBatchIn[value](whose)}
                actions={
                  <Button size="sm" onClick={() => go({ view: 'project', rows: '' })}>
                    {messages.lists.showByProject}
                  </Button>
                }
              >
                <p>GSI2 lists none. {describeNotInIndex(value)}</p>
              </EmptyState>
            }
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function useStatusList(tenantId: string, status: ListedStatus, wanted: boolean) {
  const { batches } = useLatest();
  const query = useInfiniteQuery({
    ...pagedOptions('batches.byStatus', { tenantId, status, pageSize: batchesPerPage }),
    enabled: wanted,
  });
  const pages = toPages(query);
  const belongs = (batch: { tenantId: string; status: BatchStatus | null }) =>
    batch.tenantId === tenantId && batch.status === status;
  return { pages, rows: pages.isRead ? latestBatches(pages.rows, batches, belongs) : pages.rows };
}

function formatListCount({ pages, rows }: ReturnType<typeof useStatusList>): string | undefined {
  return formatCount({ ...pages, rows });
}

/** Readers may not know that an index of unfinished batches does not list the finished ones. */
function describeNotInIndex(status: ListedStatus): string {
  const left = status === 'PROCESSING' ? '' : messages.lists.leaves;
  return messages.lists.notIndexed(left);
}
