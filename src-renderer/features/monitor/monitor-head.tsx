import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { ViewHead } from '#renderer/ui/pane.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { ChartRange, Poller } from '#shared/contract/monitor.ts';
import { monthAtPace, paceChoices, describePace } from '#shared/pricing/request-costs.ts';
import {
  describeDone,
  describeLook,
  describeMonth,
  describeNextLook,
  describePoller,
} from './monitor-messages.ts';
import { ranges } from './address.ts';
import styles from './monitor-head.module.css';

interface MonitorHeadProps {
  readonly poller: Poller | undefined;
  readonly range: ChartRange;
  readonly onRange: (range: ChartRange) => void;
  readonly onLook: () => void;
  readonly isLooking: boolean;
}

export function MonitorHead({ poller, range, onRange, onLook, isLooking }: MonitorHeadProps) {
  return (
    <ViewHead
      title="Monitor"
      sub="CloudWatch, all tenants"
      actions={
        <>
          {poller === undefined ? null : <PollerBudget poller={poller} />}
          <Segmented
            label="Range"
            size="sm"
            value={range}
            onChange={onRange}
            options={ranges.map((value) => ({ value, label: value }))}
          />
          <Button
            size="sm"
            icon="refresh"
            shortcut={pageKeys.monitor.check}
            loading={isLooking}
            onClick={onLook}
          >
            Look now
          </Button>
        </>
      }
    />
  );
}

/** Shows the budget of the poller; pressing it opens its setting. */
function PollerBudget({ poller }: { readonly poller: Poller }) {
  const { preferences, save } = usePreferences();
  const words = describePoller(poller, preferences.pollHidden);
  return (
    <Popover
      title="What looking costs"
      align="end"
      className={styles.budget}
      trigger={
        <Button variant="ghost" size="sm" opens className={styles.words}>
          {words}
        </Button>
      }
    >
      <BudgetFigures poller={poller} />
      <Select
        label="Look"
        size="sm"
        value={String(preferences.pollSeconds)}
        onChange={(seconds) => save({ pollSeconds: Number(seconds) })}
        options={paceChoices(preferences.pollSeconds).map((seconds) => ({
          value: String(seconds),
          label: describePace(seconds),
          hint: monthAtPace(poller.budget.usdAMonth, poller.seconds, seconds) ?? undefined,
        }))}
      />
      <Segmented
        label="While no window is visible"
        size="sm"
        value={preferences.pollHidden}
        onChange={(pollHidden) => save({ pollHidden })}
        options={[
          { value: 'pause', label: 'Pause when hidden' },
          { value: 'go on', label: 'Go on' },
        ]}
      />
      <p className={styles.note}>
        One poller for all windows. Each metric is charged; listing alarms is counted as free. Collapsed
        charts are not read and cost nothing; throughput charts also count running batches by one query a
        tenant, which is not included here. In a browser a hidden tab always pauses.
      </p>
    </Popover>
  );
}

function BudgetFigures({ poller }: { readonly poller: Poller }) {
  const now = useNow();
  return (
    <KeyValueList
      size="small"
      items={[
        { label: 'A look', value: describeLook(poller) },
        { label: '30 days', value: `${describeMonth(poller)}, without a pause` },
        { label: 'Prices', value: poller.budget.priceBook.name },
        { label: 'So far', value: describeDone(poller) },
        { label: 'Now', value: describeNextLook(poller, now) },
      ]}
    />
  );
}
