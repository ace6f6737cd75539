import type { ReactNode } from 'react';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView } from '#renderer/ui/view-receipts.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { PriceBookChoice } from './book/use-price-book.tsx';
import { costViews, type CostsAddress, type CostView, type GoCosts } from './costs-address.ts';
import styles from './costs-frame.module.css';

interface CostsFrameProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  /** Of what time the figures are. */
  readonly span?: string | undefined;
  /** Beside the price book. */
  readonly actions?: ReactNode;
  /** Beside the views. */
  readonly tools?: ReactNode;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
  readonly children: ReactNode;
}

/** What all views of costs have: their names, the price book, and what was read for them. */
export function CostsFrame(props: CostsFrameProps) {
  const { address, go, span, actions, tools, onRefresh, refreshing, children } = props;
  const titleOf = useReceiptTitles();
  return (
    <View
      head={
        <ViewHead
          title="Costs"
          sub={span === undefined ? bases[address.view] : `${span}, ${bases[address.view]}`}
          actions={
            <>
              {actions}
              <PriceBookChoice size="md" />
            </>
          }
        />
      }
      foot={
        <ReceiptsOfView
          titleOf={(pattern) => (pattern === meterReceipt ? 'Listing and metering' : titleOf(pattern))}
          onRefresh={onRefresh}
          refreshing={refreshing}
        />
      }
    >
      <div className={styles.frame}>
        <div className={styles.bar}>
          <Segmented
            size="sm"
            label="View"
            value={address.view}
            onChange={(view) => go({ view })}
            options={options}
          />
          {tools}
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </View>
  );
}

/** The name of what a watch reads: many patterns, and one sum. */
export const meterReceipt = 'costs.metering';

const viewTitles: Readonly<Record<CostView, string>> = {
  spend: 'Spend',
  patterns: 'Access patterns',
  console: 'This console',
  plan: 'Plan a batch',
};
/** What their figures are, and what they are not. */
const bases: Readonly<Record<CostView, string>> = {
  spend: 'metered, not billed',
  patterns: 'estimated, not metered',
  console: 'counted, not billed',
  plan: 'estimated, not metered',
};
const options = costViews.map((value) => ({ value, label: viewTitles[value] }));

/** To the other views of costs, from the palette. */
export function useViewCommands(shown: CostView, go: GoCosts): void {
  usePageCommands(
    costViews
      .filter((view) => view !== shown)
      .map((view) => ({
        id: `costs-${view}`,
        title: `Costs: ${viewTitles[view]}`,
        keywords: keywords[view],
        icon: 'costs',
        run: () => go({ view }),
      })),
  );
}

const keywords: Readonly<Record<CostView, readonly string[]>> = {
  spend: ['metered', 'tenants', 'workflows', 'days', 'batches'],
  patterns: ['dynamodb', 'questions', 'calls', 'capacity', 'provisioned'],
  console: ['own', 'reads', 'polls', 'session', 'month'],
  plan: ['estimate', 'documents', 'forecast'],
};
