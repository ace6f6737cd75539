import { useNavigate } from '@tanstack/react-router';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Lookup } from '#shared/contract/lookup.ts';
import { useTenants } from '#renderer/contract/use-tenants.ts';
import { readTriage, writeTriage, type TriageAddress } from '#renderer/features/triage/triage-address.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { RowList } from '#renderer/ui/row-list/row-list.tsx';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import styles from './find.module.css';

/** Ids are unique only within a tenant, so the person says whose batch is meant. */
export function ChooseBatch({ batches, run, more }: Extract<Lookup, { readonly found: 'several' }>) {
  const navigate = useNavigate();
  const { tenants, receipts } = useTenants();
  useShowReceipt('tenants', receipts);
  const nameOf = (tenantId: string): string =>
    tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? tenantId;
  const batchId = batches[0]?.batchId ?? '';
  const count = more ? `At least ${batches.length}` : String(batches.length);
  return (
    <div className={styles.nothing}>
      <h2 className={styles.noMatch}>
        {count} batches have the id “{batchId}”
      </h2>
      <p className={styles.hint}>
        {run === null
          ? 'Choose one.'
          : `The execution of run ${String(run)} does not say whose batch it is of. Choose one.`}
      </p>
      <div className={styles.rows} style={{ height: Math.min(batches.length, 8) * choiceHeight }}>
        <RowList
          label="Batches of this id"
          rows={batches}
          rowId={({ tenantId, projectId }) => `${tenantId} ${projectId}`}
          rowHeight={choiceHeight}
          primary
          onOpen={(batch) =>
            void navigate({
              to: '/triage',
              search: writeTriage({ ...readTriage({}), ...placeOfBatch(batch, run) }),
            })
          }
        >
          {({ tenantId, projectId, status, createdAt }) => (
            <div className={styles.row}>
              <span className={styles.who}>
                <b>{nameOf(tenantId)}</b>
                <span className={styles.cost}>
                  {tenantId} · {projectId}
                </span>
              </span>
              <span className={styles.when}>
                {status === null ? 'status unknown' : <StatusBadge status={status} />}
                <span className={styles.cost}>
                  {createdAt === null ? 'creation time unknown' : `created ${minuteOf(createdAt)}`}
                </span>
              </span>
            </div>
          )}
        </RowList>
      </div>
    </div>
  );
}

const choiceHeight = 56;

function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

export function placeOfBatch({ tenantId, batchId }: Batch, run: number | null): Partial<TriageAddress> {
  const place = { tenant: tenantId, batch: batchId };
  return run === null ? place : { ...place, part: 'timeline', run };
}
