import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useOnlyTenant } from '#renderer/contract/tenants.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-operation.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { maySeeAll } from '#shared/permissions.ts';
import { FleetView } from './fleet/fleet-view.tsx';
import { BatchPane } from './batch/open-batch.tsx';
import { DocumentPage } from './document/document-page.tsx';
import { TenantLists } from './lists/tenant-lists.tsx';
import { useTenant, useTenantOfBatch } from './parts/use-tenant-and-batch.ts';
import { TenantsPane } from './tenants/tenants-pane.tsx';
import type { GoTriage, TriageAddress, TriagePageProps } from './address.ts';
import { messages } from './messages.ts';

/** Leads from an id in an alert to proof of the fix: tenants, their batches, a batch, a document. */
export function TriagePage(props: TriagePageProps) {
  const { address, go, find } = props;
  const { readAgain, reading } = useReadAgain(isTriage);
  const titleOf = useReceiptTitles();
  const isChosen = address.tenant !== null || address.batch !== null;
  const isOfOne = useOnlyTenant(isChosen, (tenant) => go({ tenant }, 'replace'));
  const seesAll = maySeeAll(usePersonHere().me);
  const foot = <ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />;
  return (
    <ViewReceipts>
      {isChosen ? (
        <View foot={foot}>
          <TriageDesk {...props} />
        </View>
      ) : seesAll ? (
        <FleetView address={address} go={go} find={find} foot={foot} />
      ) : (
        <View head={<ViewHead title="Triage" sub={messages.page.chooseTenant} />} foot={foot}>
          {isOfOne ? null : <TenantsPane go={go} find={find} />}
        </View>
      )}
    </ViewReceipts>
  );
}

const isTriage = isOfGroups(
  new Set(['tenants', 'projects', 'users', 'workflows', 'batches', 'documents', 'executions', 'fleet']),
);

/** Shows the lists of a tenant on the left, and the opened item on the right. */
function TriageDesk(props: TriagePageProps) {
  const { address, go } = props;
  const { tenant, batch } = address;
  const [width, keepWidth] = useKept(widthKey, listWidth);
  // A person who comes with the id of a batch wants the batch, so the lists of its tenant are read after it.
  const [cameWithBatch] = useState(batch !== null);
  const mayRead = useQuiet(cameWithBatch);
  const known = useTenant(tenant, mayRead);

  return (
    <>
      {batch === null || tenant !== null ? null : <BatchTenant batch={batch} go={go} />}
      <SplitPanes
        label={messages.page.listWidth}
        size={width}
        defaultSize={listWidth}
        min={288}
        minOther={480}
        onResize={(size) => keepWidth(() => size)}
        start={
          tenant === null ? null : (
            <TenantLists
              key={tenant}
              tenantId={tenant}
              known={known}
              address={address}
              go={go}
              mayRead={mayRead}
              onOpenWorkflow={props.onOpenWorkflow}
            />
          )
        }
        end={<Chosen {...props} />}
      />
    </>
  );
}

function Chosen(props: TriagePageProps) {
  const { tenant, batch, document } = props.address;
  // The key prevents state of one item from being shown for another.
  if (tenant !== null && batch !== null && document !== null) {
    const name = { tenantId: tenant, batchId: batch, documentId: document };
    return <DocumentPage key={`${tenant} ${batch} ${document}`} {...props} name={name} />;
  }
  if (batch !== null) return <BatchPane key={`${tenant ?? ''} ${batch}`} {...props} />;
  return (
    <EmptyState title={messages.page.noBatchOpen}>
      <p>
        <Kbd keys={pageKeys.lists.nextRow} /> <Kbd keys={pageKeys.lists.previousRow} /> to move through the
        list, <Kbd keys="Enter" /> to open. Press <Kbd keys="Mod+K" /> and paste any id to find it.
      </p>
    </EmptyState>
  );
}

/** An address may name only a batch, so the tenant is taken from the batch. */
function BatchTenant({ batch, go }: { readonly batch: string; readonly go: GoTriage }) {
  const tenantId = useTenantOfBatch(batch);
  const complete = useEffectEvent((tenant: TriageAddress['tenant']) => go({ tenant }, 'replace'));
  useEffect(() => {
    if (tenantId !== undefined) complete(tenantId);
  }, [tenantId]);
  return null;
}

const widthKey = ['triage.lists.width'];
const listWidth = 361;

/** This is long enough for an answer to start the requests that follow from it. */
const quietMs = 60;

/**
 * With `waits`, returns false until nothing more is being read, so that the item of the address is read
 * before its neighbours.
 */
function useQuiet(waits: boolean): boolean {
  const [isQuiet, setQuiet] = useState(!waits);
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isQuiet || isReading) return undefined;
    const timer = setTimeout(() => setQuiet(true), quietMs);
    return () => clearTimeout(timer);
  }, [isQuiet, isReading]);
  return isQuiet;
}
