import { useInfiniteQuery } from '@tanstack/react-query';
import type { BatchStatus } from '#shared/domain/batch-status.ts';
import { latestBatches } from '#renderer/contract/lay-changes.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { statusWords } from '#renderer/ui/status/status-names.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs/tabs.tsx';
import { BatchList } from './batch-list.tsx';
import styles from './lists.module.css';
import type { TenantListsProps } from './tenant-lists.tsx';
import { countWords, pagesOf } from '../parts/use-pages.ts';

/** Only these carry the keys of GSI2 (domain, 1.1). */
const indexed = ['FAILED', 'PROCESSING', 'REVIEW_REQUIRED'] as const;
export type ListedStatus = (typeof indexed)[number];

export const batchesPerPage = 25;

export function StatusLists(props: TenantListsProps) {
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
      onChange={(next) => go({ status: next, list: '' }, 'replace')}
      tabs={indexed.map((value) => ({ value, label: value, count: countOf(lists[value]) }))}
    >
      {indexed.map((value) => (
        <TabPanel key={value} value={value} className={styles.panel ?? ''}>
          <BatchList
            label={`Batches of ${whose} that are ${statusWords(value)}`}
            pages={pages}
            rows={rows}
            address={address}
            go={go}
            withStatus={false}
            endNote={`End of list. ${notInIndex(value)}`}
            empty={
              <EmptyState
                title={`No batch of ${whose} is ${emptyWords[value]}`}
                actions={
                  <Button size="sm" onClick={() => go({ view: 'project', list: '' })}>
                    Look by project
                  </Button>
                }
              >
                <p>GSI2 has none. {notInIndex(value)}</p>
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
  const pages = pagesOf(query);
  const belongs = (batch: { tenantId: string; status: BatchStatus | null }) =>
    batch.tenantId === tenantId && batch.status === status;
  return { pages, rows: pages.isRead ? latestBatches(pages.rows, batches, belongs) : pages.rows };
}

function countOf({ pages, rows }: ReturnType<typeof useStatusList>): string | undefined {
  return countWords({ ...pages, rows });
}

/** An index of those in work says nothing of the others, and a reader may not know. */
function notInIndex(status: ListedStatus): string {
  const left = status === 'PROCESSING' ? '' : 'A batch leaves it some time after it ended. ';
  return `${left}QUEUED and SUCCEEDED batches are in no index: By project lists every batch.`;
}

const emptyWords: Readonly<Record<ListedStatus, string>> = {
  FAILED: 'known to have failed',
  PROCESSING: 'in work',
  REVIEW_REQUIRED: 'waiting for review',
};
