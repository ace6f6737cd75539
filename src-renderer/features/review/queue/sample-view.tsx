import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNames } from '#renderer/contract/names.tsx';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { documentKey, mayReplace, useLatest } from '#renderer/contract/changes-provider.tsx';
import { pagedOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { SamplePage } from '#shared/contract/review.ts';
import { percents, type GoReview, type ReviewAddress } from '../address.ts';
import { makeSampleColumns } from './queue-columns.tsx';
import { formatDocumentName, describeSample, describeShare, sampleMessages } from './queue-messages.ts';
import { QueueFailure } from './queue-notes.tsx';
import styles from './queue.module.css';
import { deskOptions, useDone, useTenantName } from './use-review-queue.ts';

interface SampleViewProps {
  readonly sample: Sample;
  /** The tenant of the top bar, or the one chosen here. */
  readonly tenant: string | null;
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly now: number;
}

/** Checks a small sample of the accepted documents, including fields with a high score. */
export function SampleView({ sample, tenant, address, go, now }: SampleViewProps) {
  const { rows, said, failure, isDrawn, isReading, hasMore, draw, readMore } = sample;
  const copyId = useCopyAndTell();
  const tenants = useTenantOptions();
  const [active, setActive] = useState<string | null>(null);
  const names = useNames();
  const columns = useMemo(() => makeSampleColumns(now, names), [now, names]);
  const { percent, acceptedBy } = address;
  const noneAccepted = acceptedBy === 'machine' ? sampleMessages.noneAccepted : sampleMessages.noneApproved;
  const first = rows[0] === undefined ? null : documentKey(rows[0]);

  const head = (
    <span className={styles.choices}>
      <Select
        label={sampleMessages.tenant}
        labelHidden
        size="sm"
        value={tenant}
        placeholder={sampleMessages.chooseTenant}
        onChange={(next) => go({ tenant: next }, 'replace')}
        options={tenants}
      />
      <Select
        label={sampleMessages.acceptedBy}
        labelHidden
        size="sm"
        value={acceptedBy}
        onChange={(next) => go({ acceptedBy: next === 'reviewers' ? 'reviewers' : 'machine' }, 'replace')}
        options={[
          { value: 'machine', label: sampleMessages.byMachine },
          { value: 'reviewers', label: sampleMessages.byReviewers },
        ]}
      />
      <Select
        label={sampleMessages.size}
        labelHidden
        size="sm"
        value={String(percent)}
        onChange={(next) =>
          go({ percent: percents.find((one) => String(one) === next) ?? percent }, 'replace')
        }
        options={percents.map((one) => ({
          value: String(one),
          label: `${String(one)} %`,
          hint: describeShare(one).toLowerCase(),
        }))}
      />
      <Button
        size="sm"
        variant={isDrawn ? 'default' : 'primary'}
        icon="refresh"
        loading={isReading}
        disabled={tenant === null ? sampleMessages.tenantFirst : false}
        onClick={draw}
      >
        {isDrawn ? sampleMessages.drawAgain : sampleMessages.draw}
      </Button>
      {said === undefined ? null : (
        <span className={styles.summary} title={describeSample(said, rows.length, hasMore)}>
          {describeSample(said, rows.length, hasMore)}
        </span>
      )}
    </span>
  );

  return (
    <div className={styles.queue}>
      <div className={styles.grid}>
        <DataTable
          label={sampleMessages.table}
          columns={columns}
          rows={rows}
          rowId={documentKey}
          rowName={formatDocumentName}
          head={head}
          onOpen={({ tenantId, projectId, batchId, documentId }) =>
            go({ document: { tenantId, projectId, batchId, documentId } })
          }
          activeId={rows.some((row) => documentKey(row) === active) ? active : first}
          onActiveChange={setActive}
          onCopyId={(key) => copyId(rows.find((row) => documentKey(row) === key)?.documentId ?? key)}
          loading={isReading}
          error={
            failure === undefined || rows.length > 0 ? undefined : (
              <QueueFailure
                failure={failure}
                title={sampleMessages.notDrawn}
                onRetry={draw}
                isRetrying={isReading}
              />
            )
          }
          empty={
            said === undefined ? (
              <NotDrawn percent={percent} acceptedBy={acceptedBy} hasTenant={tenant !== null} />
            ) : (
              <EmptyState title={said.accepted === 0 ? noneAccepted : sampleMessages.noneLeft}>
                <p>{describeSample(said, 0, hasMore)}.</p>
              </EmptyState>
            )
          }
          end={
            said && {
              note: describeSample(said, rows.length, hasMore),
              onMore: hasMore ? readMore : undefined,
              loading: isReading,
            }
          }
          resizable
          primary
        />
      </div>
    </div>
  );
}

interface NotDrawnProps extends Pick<ReviewAddress, 'percent' | 'acceptedBy'> {
  readonly hasTenant: boolean;
}

function NotDrawn({ percent, acceptedBy, hasTenant }: NotDrawnProps) {
  const share = describeShare(percent);
  return (
    <EmptyState title={hasTenant ? sampleMessages.notYet : sampleMessages.tenantThenDraw}>
      <p>{acceptedBy === 'machine' ? sampleMessages.what(share) : sampleMessages.whatOfReviewers(share)}</p>
      <p>{sampleMessages.cost}</p>
    </EmptyState>
  );
}

/** Rows do not contain the tenant's name, because one tenant owns all of them. */
export type SampleRow = SamplePage['rows'][number] & { readonly tenantName: string | null };

export interface Sample {
  /** False until the user asks for the sample, because drawing it costs reads. */
  readonly isDrawn: boolean;
  readonly rows: readonly SampleRow[];
  /** Undefined before the first page. */
  readonly said: Pick<SamplePage, 'accepted' | 'checked' | 'batches' | 'cut' | 'throttled'> | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly hasMore: boolean;
  readonly draw: () => void;
  readonly readMore: () => void;
}

/** The same share of the same tenant gives the same sample. It is drawn on request. */
export function useSample(
  tenantId: string | null,
  { percent, acceptedBy }: Pick<ReviewAddress, 'percent' | 'acceptedBy'>,
  isShown: boolean,
): Sample {
  const [drawn, setDrawn] = useKept<readonly string[]>(drawnKey, nothingDrawn);
  const name = `${tenantId ?? ''} ${String(percent)} ${acceptedBy}`;
  const isDrawn = tenantId !== null && drawn.includes(name);
  const query = useInfiniteQuery({
    ...pagedOptions('review.sample', { tenantId: tenantId ?? '', percent, acceptedBy }),
    enabled: isShown && isDrawn,
  });
  const desk = useQuery({ ...deskOptions, enabled: isShown }).data?.value;
  const { done } = useDone();
  const { documents: changed } = useLatest();
  const tenantName = useTenantName(isShown ? tenantId : null);
  const pages = query.data?.pages;
  useShowReceipt(
    'review sample',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );

  const rows = useMemo(() => {
    const drafts = desk && new Set(desk.drafts.map(({ key }) => documentKey(key)));
    return (
      (pages ?? [])
        .flatMap(({ value }) => value.rows)
        // A document that has changed since was checked, or has been run again.
        .filter((row) => !done.has(documentKey(row)) && mayReplace(changed.get(documentKey(row)), row))
        .map((row) => ({ ...row, tenantName, ...(drafts && { hasDraft: drafts.has(documentKey(row)) }) }))
    );
  }, [pages, desk, done, changed, tenantName]);

  return {
    isDrawn,
    rows,
    said: pages?.at(-1)?.value,
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    hasMore: query.hasNextPage,
    draw: () => {
      if (isDrawn) void query.refetch();
      else setDrawn((before) => [...before, name]);
    },
    readMore: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
  };
}

const drawnKey = ['review', 'drawn'];
const nothingDrawn: readonly string[] = [];

/** Reads the first page of the tenant directory, as the top bar does. The top bar finds the other tenants. */
function useTenantOptions(): readonly SelectOption<string>[] {
  const pages = useInfiniteQuery(pagedOptions('tenants.list', {})).data?.pages ?? [];
  const options = new Map<string, SelectOption<string>>();
  for (const { value } of pages) {
    for (const { tenantId, name } of [...value.kept, ...value.rows]) {
      options.set(tenantId, { value: tenantId, label: name ?? tenantId });
    }
  }
  return [...options.values()];
}
