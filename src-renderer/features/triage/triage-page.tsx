import { useOnlyTenant } from '#renderer/contract/use-only-tenant.ts';
import { isOfGroups, useReadAgain } from '#renderer/contract/use-read-again.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { TriageDesk } from './triage-desk.tsx';
import { TenantsPane } from './tenants/tenants-pane.tsx';
import type { TriagePageProps } from './triage-page-props.ts';

/** From an id in an alert to proof that it is fixed: tenants, their batches, a batch, a document. */
export function TriagePage(props: TriagePageProps) {
  const { address, go, find } = props;
  const { readAgain, reading } = useReadAgain(isTriage);
  const titleOf = useReceiptTitles();
  const isChosen = address.tenant !== null || address.batch !== null;
  const isOfOne = useOnlyTenant(isChosen, (tenant) => go({ tenant }, 'replace'));
  return (
    <ViewReceipts>
      <View
        head={isChosen ? undefined : <ViewHead title="Triage" sub="Choose a tenant" />}
        foot={<ReceiptsOfView titleOf={titleOf} onRefresh={readAgain} refreshing={reading} />}
      >
        {isChosen ? <TriageDesk {...props} /> : isOfOne ? null : <TenantsPane go={go} find={find} />}
      </View>
    </ViewReceipts>
  );
}

const isTriage = isOfGroups(
  new Set(['tenants', 'projects', 'users', 'workflows', 'batches', 'documents', 'executions']),
);
