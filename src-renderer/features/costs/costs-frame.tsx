import type { ReactNode } from 'react';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptsOfView } from '#renderer/ui/view-receipts.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { CompareBookButton } from './book/compare-book.tsx';
import { PriceBookChoice } from './book/use-price-book.tsx';
import { costViews, type CostsAddress, type CostView, type GoCosts } from './address.ts';
import { messages } from './messages.ts';
import styles from './costs.module.css';

interface CostsFrameProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  /** The time that the figures cover. */
  readonly span?: string | undefined;
  /** Shown beside the price book. */
  readonly actions?: ReactNode;
  /** Shown beside the views. */
  readonly tools?: ReactNode;
  readonly onRefresh?: (() => void) | undefined;
  readonly refreshing?: boolean | undefined;
  readonly children: ReactNode;
}

/** Frames every costs view with the tabs, the price book and the receipts of its reads. */
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
              <CompareBookButton />
              <PriceBookChoice size="md" />
            </>
          }
        />
      }
      foot={
        <ReceiptsOfView
          titleOf={(pattern) => (pattern === meterReceipt ? messages.page.metering : titleOf(pattern))}
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

/** Chooses how many days are shown. A day that was chosen from them is cleared. */
export function DaysChoice({ address, go }: Pick<CostsFrameProps, 'address' | 'go'>) {
  return (
    <Segmented
      label="Days"
      value={String(address.days)}
      onChange={(days) => go({ days: days === '1' ? 1 : days === '7' ? 7 : 30, day: null })}
      options={dayOptions}
    />
  );
}

const dayOptions = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;

/**
 * One receipt pattern stands for everything that a watch reads, because it reads by many patterns and reports one
 * sum.
 */
export const meterReceipt = 'costs.metering';

const viewTitles: Readonly<Record<CostView, string>> = {
  spend: 'Spend',
  month: messages.month.title,
  bill: messages.bill.title,
  patterns: 'Access patterns',
  console: messages.console.title,
  plan: messages.page.planBatch,
};
/** Says for each view how its figures are made and what they leave out. */
const bases: Readonly<Record<CostView, string>> = {
  spend: 'metered, not billed',
  month: 'summed by the pipeline, not billed',
  bill: 'billed, beside our estimate',
  patterns: 'estimated, not metered',
  console: 'counted, not billed',
  plan: 'estimated, not metered',
};
const options = costViews.map((value) => ({ value, label: viewTitles[value] }));

/** Adds commands to the palette that open the other costs views. */
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
  month: ['budget', 'forecast', 'unusual', 'failures', 'reprocessing'],
  bill: ['cost explorer', 'invoice', 'aws'],
  spend: ['metered', 'tenants', 'workflows', 'days', 'batches'],
  patterns: ['dynamodb', 'questions', 'calls', 'capacity', 'provisioned'],
  console: ['own', 'reads', 'polls', 'session', 'month'],
  plan: ['estimate', 'documents', 'forecast'],
};
