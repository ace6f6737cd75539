import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import { ConsoleView } from './console/console-view.tsx';
import type { CostsAddress, GoCosts } from './address.ts';
import { CostsFrame, useViewCommands } from './costs-frame.tsx';
import { EstimateView } from './estimate/estimate-view.tsx';
import { PatternsView } from './patterns/patterns-view.tsx';
import { SpendView } from './spend/spend-view.tsx';

interface CostsPageProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
  /** Opens the refused questions, which another page lists. */
  readonly onOpenRefused: () => void;
}

/** Shows the cost of documents, of access patterns, of the console itself, and of a planned batch. */
export function CostsPage(props: CostsPageProps) {
  usePageFocusKept();
  useViewCommands(props.address.view, props.go);
  return (
    <ViewReceipts key={props.address.view}>
      <ViewOfCosts {...props} />
    </ViewReceipts>
  );
}

function ViewOfCosts({ address, go, onOpenBatch, onOpenRefused }: CostsPageProps) {
  if (address.view === 'spend') return <SpendView address={address} go={go} onOpenBatch={onOpenBatch} />;
  return (
    <CostsFrame address={address} go={go}>
      {address.view === 'patterns' ? (
        <PatternsView address={address} go={go} />
      ) : address.view === 'console' ? (
        <ConsoleView onOpenRefused={onOpenRefused} />
      ) : (
        <EstimateView />
      )}
    </CostsFrame>
  );
}
