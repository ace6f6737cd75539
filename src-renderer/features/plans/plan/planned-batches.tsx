import { useMemo, useState } from 'react';
import { useNames, type Names } from '#renderer/contract/names.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { ManyBatches, Plan, PlanItem, PlannedBatch } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';
import { nameSecondStep } from '../plan-rules.ts';
import { usePlanItems } from '../use-paged.ts';
import { documentColumns } from './plan-columns.tsx';

interface PlannedBatchesProps {
  readonly plan: Plan;
  readonly many: ManyBatches;
}

/** Shows the batches of a plan, and its documents in pages: all of them, or those of the batch that was opened. */
export function PlannedBatches({ plan, many }: PlannedBatchesProps) {
  const [shown, setShown] = useState<'batches' | 'documents'>('batches');
  const [batch, setBatch] = useState<number | null>(null);
  const isOfDocuments = shown === 'documents';
  const asked = { planId: plan.planId, ...(batch !== null && { batch }) };
  const documents = usePlanItems(asked, plan.hash, isOfDocuments);
  const batches = useMemo(() => many.batches.map((one, index) => ({ ...one, place: index + 1 })), [many]);
  const names = useNames();
  const columns = useMemo(() => batchColumns(nameSecondStep(plan) ?? null, names), [plan, names]);
  const ofMany = useMemo(() => withTenant(many), [many]);
  const opened = batch === null ? undefined : many.batches[batch - 1];
  const head = (
    <Segmented
      label={messages.many.which}
      size="sm"
      value={shown}
      onChange={(next) => {
        setShown(next);
        if (next === 'batches') setBatch(null);
      }}
      options={[
        { value: 'batches', label: messages.many.byBatch(many.batches.length) },
        {
          value: 'documents',
          label:
            opened === undefined
              ? messages.many.documents(many.items)
              : messages.many.ofBatch(opened.batchId),
        },
      ]}
    />
  );
  if (!isOfDocuments) {
    return (
      <DataTable
        label={messages.many.batchesLabel}
        head={head}
        columns={columns}
        rows={batches}
        rowId={findRowId}
        rowName={({ batchId }) => batchId}
        onFilterChange={batches.length > 12 ? ignoreFilter : undefined}
        onOpen={({ place }) => {
          setBatch(place);
          setShown('documents');
        }}
        empty={<p className={dialog.empty}>{messages.many.none}</p>}
      />
    );
  }
  const { error } = documents;
  return (
    <DataTable
      label={messages.plan.items('document')}
      head={head}
      columns={ofMany}
      rows={documents.rows}
      rowId={findItemId}
      detail={({ why }) => why}
      loading={documents.isLoading}
      end={documents.end}
      onReachEnd={documents.onReachEnd}
      empty={<p className={dialog.empty}>{messages.many.none}</p>}
      error={
        error === null ? null : (
          <ErrorState
            title={messages.many.notRead}
            happened={error.failure.message}
            notDone={messages.many.planStays}
            next={messages.many.retry}
            reference={error.failure.reference}
            onRetry={documents.retry}
          />
        )
      }
    />
  );
}

type BatchRow = PlannedBatch & { readonly place: number };

function findRowId({ place }: BatchRow): string {
  return String(place);
}

function findItemId({ id }: PlanItem): string {
  return id;
}

function ignoreFilter(): void {
  // The table keeps the state of its filter.
}

function batchColumns(firstTenant: string | null, names: Names): readonly DataColumn<BatchRow>[] {
  return [
    {
      id: 'tenant',
      title: messages.many.tenant,
      value: ({ tenantId }) => names.tenant(tenantId),
      cell: ({ tenantId }) => (
        <span className={dialog.cut} title={tenantId === firstTenant ? messages.many.firstTitle : tenantId}>
          {names.tenant(tenantId)}
          {tenantId === firstTenant ? (
            <small className={dialog.firstMark}>{messages.many.first}</small>
          ) : null}
        </span>
      ),
      min: 128,
    },
    batchColumn,
    {
      id: 'workflow',
      title: messages.many.workflow,
      value: (batch) => names.workflowOrProject(batch),
      cell: (batch) => (
        <span className={dialog.cut} title={batch.workflowId ?? batch.projectId}>
          {names.workflowOrProject(batch)}
        </span>
      ),
      min: 120,
    },
    countColumn('go'),
    countColumn('skip'),
    countColumn('blocked'),
  ];
}

/** Plans and receipts of many batches name a batch in the same way. */
export const batchColumn: DataColumn<{ readonly batchId: string }> = {
  id: 'batch',
  title: messages.many.batch,
  value: ({ batchId }) => batchId,
  cell: ({ batchId }) => (
    <span className={dialog.cut} title={batchId}>
      {batchId}
    </span>
  ),
  mono: true,
  strong: true,
  width: 172,
  hideable: false,
};

function countColumn(id: 'go' | 'skip' | 'blocked'): DataColumn<BatchRow> {
  return {
    id,
    title: messages.many[id],
    value: (batch) => batch[id],
    text: (batch) => (batch[id] === 0 ? '' : grouped(batch[id])),
    align: 'end',
    width: 78,
  };
}

/** A document's tenant stands before the document. */
function withTenant(many: ManyBatches): readonly DataColumn<PlanItem>[] {
  const findBatch = ({ id }: PlanItem) => many.batches[parseItemId(id).place - 1];
  const tenant: DataColumn<PlanItem> = {
    id: 'tenant',
    title: messages.many.tenant,
    value: (item) => findBatch(item)?.tenantId,
    cell: (item) => (
      <span className={dialog.cut} title={findBatch(item)?.batchId}>
        {findBatch(item)?.tenantId}
      </span>
    ),
    width: 112,
    sortable: false,
  };
  const [verdict, ...rest] = documentColumns;
  return verdict === undefined ? rest : [verdict, tenant, ...rest];
}
