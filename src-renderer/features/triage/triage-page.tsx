import type { ReactNode } from 'react';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { TriageDesk } from './triage-desk.tsx';
import { TenantsPane } from './tenants/tenants-pane.tsx';
import { useOnlyTenant } from './tenants/use-only-tenant.ts';
import type { GoTriage, TriageAddress } from './triage-address.ts';
import { useReadAgain } from './parts/use-read-again.ts';
import { ReceiptsOfView, ViewReceipts } from './parts/view-receipts.tsx';

export interface TriagePageProps {
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** The raw item of a batch or document with its keys explained: the Explorer's, brought in by app/. */
  readonly renderItem: (question: RawItemQuestion) => ReactNode;
  /** Looks an id of any kind up by its own index. */
  readonly find?: ((id: string) => void) | undefined;
}

export interface RawItemQuestion {
  readonly pattern: 'batchByKey' | 'documentById';
  readonly params: Readonly<Record<string, string>>;
}

/** From an id in an alert to proof that it is fixed: tenants, their batches, a batch, a document. */
export function TriagePage(props: TriagePageProps) {
  const { address, go, find } = props;
  const isOfOne = useOnlyTenant(address, go);
  const { readAgain, reading } = useReadAgain();
  const isChosen = address.tenant !== null || address.batch !== null;
  return (
    <ViewReceipts>
      <View
        head={isChosen ? undefined : <ViewHead title="Triage" sub="Choose a tenant" />}
        foot={<ReceiptsOfView onRefresh={readAgain} refreshing={reading} />}
      >
        {isChosen ? <TriageDesk {...props} /> : isOfOne ? null : <TenantsPane go={go} find={find} />}
      </View>
    </ViewReceipts>
  );
}
