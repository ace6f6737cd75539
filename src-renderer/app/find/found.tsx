import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/tenants.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/address.ts';
import {
  readDownloads,
  writeDownloads,
  type DownloadsAddress,
} from '#renderer/features/downloads/address.ts';
import { readTriage, writeTriage, type TriageAddress } from '#renderer/features/triage/address.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { KeyValueList, type KeyValueItem } from '#renderer/ui/key-value-list.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import { RowList } from '#renderer/ui/row-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { Lookup } from '#shared/contract/lookup.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { messages } from '../messages.ts';
import styles from './find.module.css';

type Is<Kind extends Lookup['found']> = Extract<Lookup, { readonly found: Kind }>;
type InTriage = Is<'batch' | 'execution' | 'document' | 'tenant'>;
type Download = Is<'file' | 'download batch'>;

interface FoundProps {
  readonly lookup: Exclude<Lookup, Is<'nothing' | 'no-index'>>;
  readonly receipt: Receipt | undefined;
}

/** Shows the page of an id, a card if it has no page, or a choice if several tenants have it. */
export function Found({ lookup, receipt }: FoundProps) {
  switch (lookup.found) {
    case 'user':
      return <FoundUser user={lookup} />;
    case 'message':
      return <FoundMessage message={lookup} />;
    case 'several':
      return <ChooseBatch {...lookup} />;
    case 'file':
    case 'download batch':
      return <LeadToDownload download={lookup} />;
    case 'batch':
    case 'execution':
    case 'document':
    case 'tenant':
      return <LeadToTriage lookup={lookup} receipt={receipt} />;
    default:
      return lookup satisfies never;
  }
}

/** Replaces this page in the history, so that Back leads to the page before the lookup. */
function LeadToTriage({
  lookup,
  receipt,
}: {
  readonly lookup: InTriage;
  readonly receipt: Receipt | undefined;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const lead = useEffectEvent(() => {
    if (lookup.found === 'batch' || lookup.found === 'execution') {
      const { tenantId, batchId } = lookup.batch;
      // The batch has just been read, so its page does not have to pay for it again.
      const { queryKey } = operationOptions('batches.byId', { batchId, tenantId });
      client.setQueryData(queryKey, { value: lookup.batch, receipt });
    }
    void navigate({
      to: '/triage',
      search: writeTriage({ ...nowhere, ...toTriagePlace(lookup) }),
      replace: true,
    });
  });
  useEffect(() => lead(), []);
  return <SkeletonRows rows={3} label={messages.find.foundOpening} />;
}

export function toTriagePlace(lookup: InTriage): Partial<TriageAddress> {
  if (lookup.found === 'tenant') return { tenant: lookup.tenant.tenantId };
  if (lookup.found === 'document') {
    const { tenantId, batchId, documentId } = lookup;
    return { tenant: tenantId, batch: batchId, document: documentId };
  }
  return placeOfBatch(lookup.batch, lookup.found === 'batch' ? null : lookup.run);
}

const nowhere = readTriage({});

function LeadToDownload({ download }: { readonly download: Download }) {
  const navigate = useNavigate();
  const lead = useEffectEvent(
    () =>
      void navigate({
        to: '/downloads',
        search: writeDownloads({ ...downloadPlace(download) }),
        replace: true,
      }),
  );
  useEffect(() => lead(), []);
  return <SkeletonRows rows={3} label={messages.find.foundOpening} />;
}

/** If the date cannot be parsed it is left out, and the page asks the batch itself. */
export function downloadPlace(download: Download): Partial<DownloadsAddress> {
  if (download.found === 'file') return { batch: download.batchId, file: download.fileId };
  const { date } = readDownloads({ date: download.date });
  return { batch: download.batchId, date };
}

/** Shows why a message could not be used, and the batch or document that it was about. */
function FoundMessage({ message }: { readonly message: Is<'message'> }) {
  const navigate = useNavigate();
  const { messageId, queue, code, attempts, tenantId, batchId, documentId } = message;
  const known = useQuery({ ...operationOptions('dead-letters.queues', {}), enabled: false }).data?.value;
  const goTo = (document: string | null) =>
    void navigate({
      to: '/triage',
      search: writeTriage({ ...nowhere, tenant: tenantId, batch: batchId, document }),
    });
  return (
    <FoundCard
      icon="deadLetters"
      title={messages.find.failedMessage}
      items={[
        { label: 'Message', value: messageId, mono: true, copy: messageId },
        { label: 'Queue', value: queue ?? 'not recorded' },
        { label: 'Error', value: code ?? 'no code' },
        { label: 'Attempts', value: attempts === null ? 'not counted' : String(attempts) },
        ...(tenantId === null ? [] : [{ label: 'Tenant', value: tenantId, mono: true, copy: tenantId }]),
        ...(batchId === null ? [] : [{ label: 'Batch', value: batchId, mono: true, copy: batchId }]),
        ...(documentId === null
          ? []
          : [{ label: 'Document', value: documentId, mono: true, copy: documentId }]),
      ]}
      actions={
        <>
          <Button
            size="sm"
            icon="deadLetters"
            onClick={() =>
              void navigate({
                to: '/dead-letters',
                search: deadLetterPlace(known?.queues ?? [], queue, messageId),
              })
            }
          >
            {messages.find.openDeadLetters}
          </Button>
          {batchId === null ? null : (
            <Button size="sm" icon="triage" onClick={() => goTo(null)}>
              {messages.find.openBatch}
            </Button>
          )}
          {tenantId === null || batchId === null || documentId === null ? null : (
            <Button size="sm" icon="document" onClick={() => goTo(documentId)}>
              {messages.find.openDocument}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.said}>{message.message ?? messages.find.noErrorMessage}</p>
    </FoundCard>
  );
}

/**
 * Returns the address of the message's dead-letter queue if this window has read the queues already; the
 * failure names only the queue that it came from.
 */
export function deadLetterPlace(
  queues: Queues['queues'],
  from: string | null,
  messageId: string,
): ReturnType<typeof writeDeadLetters> {
  const known = queues.find(
    ({ name, queue }) => name === from || queue?.sources.some((source) => source.name === from) === true,
  );
  return writeDeadLetters(readDeadLetters({ queue: known?.name, message: messageId }));
}

/** Lists the tenants that a person works for, which leads to a tenant even when there is no directory. */
function FoundUser({ user }: { readonly user: Is<'user'> }) {
  const navigate = useNavigate();
  const { userId, name, tenantIds } = user;
  return (
    <FoundCard
      icon="person"
      title={name ?? userId}
      items={[
        { label: 'User id', value: userId, mono: true, copy: userId },
        {
          label: 'Works for',
          value: tenantIds.length === 0 ? messages.find.noTenant : tenantIds.join(', '),
        },
      ]}
      actions={
        tenantIds.length === 0 ? undefined : (
          <>
            {tenantIds.map((tenant) => (
              <Button
                key={tenant}
                size="sm"
                icon="tenant"
                onClick={() => void navigate({ to: '/triage', search: writeTriage({ ...nowhere, tenant }) })}
              >
                {tenant}
              </Button>
            ))}
          </>
        )
      }
    />
  );
}

interface FoundCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** This card replaces a page for kinds that have none of their own. */
function FoundCard({ icon, title, items, actions, children }: FoundCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>
        <Icon name={icon} size={16} />
        {title}
      </h2>
      {children}
      <KeyValueList items={items} />
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** Ids are unique only within a tenant, so the person chooses which tenant's batch is meant. */
function ChooseBatch({ batches, run, more }: Extract<Lookup, { readonly found: 'several' }>) {
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
          : `The execution of run ${String(run)} does not name the tenant of its batch. Choose one.`}
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
              search: writeTriage({ ...placeOfBatch(batch, run) }),
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
                  {createdAt === null ? 'creation time unknown' : `created ${formatMinute(createdAt)}`}
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

function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

function placeOfBatch({ tenantId, batchId }: Batch, run: number | null): Partial<TriageAddress> {
  const place = { tenant: tenantId, batch: batchId };
  return run === null ? place : { ...place, part: 'timeline', run };
}
