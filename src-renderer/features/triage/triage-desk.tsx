import { useEffect, useEffectEvent, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { BatchPane } from './batch/batch-pane.tsx';
import { useTenantOfBatch } from './parts/use-batch.ts';
import { DocumentPage } from './document/document-page.tsx';
import { useTenant } from './tenants/use-tenant.ts';
import type { GoTriage, TriageAddress } from './triage-address.ts';
import type { TriagePageProps } from './triage-page-props.ts';
import { useQuiet } from './parts/use-quiet.ts';
import { TenantLists } from './lists/tenant-lists.tsx';

/** The lists of a tenant on the left; on the right what was chosen of them. */
export function TriageDesk(props: TriagePageProps) {
  const { address, go } = props;
  const { tenant, batch } = address;
  const [width, keepWidth] = useKept(widthKey, listWidth);
  // Who comes with the id of a batch is here for the batch: its tenant's lists are read behind it.
  const [cameWithBatch] = useState(batch !== null);
  const mayRead = useQuiet(cameWithBatch);
  const known = useTenant(tenant, mayRead);

  return (
    <>
      {batch === null || tenant !== null ? null : <TenantOf batch={batch} go={go} />}
      <SplitPanes
        label="Width of the lists"
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
  // Keyed: nothing of what was open before is shown of another.
  if (tenant !== null && batch !== null && document !== null) {
    const name = { tenantId: tenant, batchId: batch, documentId: document };
    return <DocumentPage key={`${batch} ${document}`} {...props} name={name} />;
  }
  if (batch !== null) return <BatchPane key={batch} {...props} />;
  return (
    <EmptyState title="No batch is open">
      <p>
        <Kbd keys="J" /> <Kbd keys="K" /> move through the list, <Kbd keys="Enter" /> opens. Any id, pasted
        after <Kbd keys="Mod+K" />, leads to what it names.
      </p>
    </EmptyState>
  );
}

/** An address may name a batch alone; the batch knows its tenant. */
function TenantOf({ batch, go }: { readonly batch: string; readonly go: GoTriage }) {
  const tenantId = useTenantOfBatch(batch);
  const complete = useEffectEvent((tenant: TriageAddress['tenant']) => go({ tenant }, 'replace'));
  useEffect(() => {
    if (tenantId !== undefined) complete(tenantId);
  }, [tenantId]);
  return null;
}

const widthKey = ['triage.lists.width'];
const listWidth = 361;
