import { documentKey } from '#renderer/contract/lay-changes.ts';
import { useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { percents } from '../review-address.ts';
import type { GoReview, ReviewAddress } from '../review-address.ts';
import styles from './queue-view.module.css';
import { QueueFailure } from './queue-failure.tsx';
import { documentName } from './queue-words.ts';
import { sampleColumns } from './sample-columns.tsx';
import { drawnWords, shareWords } from './sample-words.ts';
import type { Sample } from './use-sample.ts';
import { useTenantOptions } from './use-tenant-options.ts';

export interface SampleViewProps {
  readonly sample: Sample;
  /** The one of the top bar, or chosen here. */
  readonly tenant: string | null;
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly now: number;
}

/** Whether what nobody has looked at was right: a few of what was accepted unseen, the sure fields too. */
export function SampleView({ sample, tenant, address, go, now }: SampleViewProps) {
  const { rows, said, failure, isDrawn, isReading, hasMore, draw, readMore } = sample;
  const copyId = useCopyAndTell();
  const tenants = useTenantOptions();
  const [active, setActive] = useState<string | null>(null);
  const columns = useMemo(() => sampleColumns(now), [now]);
  const { percent } = address;
  const first = rows[0] === undefined ? null : documentKey(rows[0]);

  const head = (
    <span className={styles.choices}>
      <Select
        label="Tenant"
        labelHidden
        size="sm"
        value={tenant}
        placeholder="Choose a tenant"
        onChange={(next) => go({ tenant: next }, 'replace')}
        options={tenants}
      />
      <Select
        label="How many of a hundred"
        labelHidden
        size="sm"
        value={String(percent)}
        onChange={(next) => go({ percent: Number(next) }, 'replace')}
        options={percents.map((one) => ({
          value: String(one),
          label: `${String(one)} %`,
          hint: shareWords(one).toLowerCase(),
        }))}
      />
      <Button
        size="sm"
        variant={isDrawn ? 'default' : 'primary'}
        icon="refresh"
        loading={isReading}
        disabled={tenant === null ? 'Choose a tenant first: a sample is drawn of one.' : false}
        onClick={draw}
      >
        {isDrawn ? 'Draw again' : 'Draw a sample'}
      </Button>
      {said === undefined ? null : (
        <span className={styles.summary} title={drawnWords(said, rows.length, hasMore)}>
          {drawnWords(said, rows.length, hasMore)}
        </span>
      )}
    </span>
  );

  return (
    <div className={styles.queue}>
      <div className={styles.grid}>
        <DataTable
          label="Documents to check"
          columns={columns}
          rows={rows}
          rowId={documentKey}
          rowName={documentName}
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
                title="No sample was drawn"
                onRetry={draw}
                isRetrying={isReading}
              />
            )
          }
          empty={
            said === undefined ? (
              <NotDrawn percent={percent} hasTenant={tenant !== null} />
            ) : (
              <EmptyState
                title={said.accepted === 0 ? 'Nothing was accepted unseen' : 'Nothing is left to check'}
              >
                <p>{drawnWords(said, 0, hasMore)}.</p>
              </EmptyState>
            )
          }
          end={
            said && {
              note: drawnWords(said, rows.length, hasMore),
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

function NotDrawn({ percent, hasTenant }: { readonly percent: number; readonly hasTenant: boolean }) {
  return (
    <EmptyState title={hasTenant ? 'No sample is drawn yet' : 'Choose a tenant, then draw a sample of it'}>
      <p>
        {shareWords(percent)} of the documents that were accepted without a person, always the same ones. You
        check every field of them, the sure ones too: that is how the accuracy beside each score is known.
      </p>
      <p>
        Drawing reads every accepted document of the newest batches, about half a read unit each. The foot
        says what it came to.
      </p>
    </EmptyState>
  );
}
