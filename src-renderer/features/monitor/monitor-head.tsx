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
  messages,
} from './messages.ts';
import { ranges } from './address.ts';
import styles from './monitor.module.css';

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
            {messages.head.checkNow}
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
      title={messages.head.cost}
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
        label={messages.head.interval}
        size="sm"
        value={String(preferences.pollSeconds)}
        onChange={(seconds) => save({ pollSeconds: Number(seconds) })}
        options={paceChoices(preferences.pollSeconds).map((seconds) => ({
          value: String(seconds),
          label: describePace(seconds),
          hint: monthAtPace(poller.budget.months, seconds) ?? undefined,
        }))}
      />
      <Segmented
        label={messages.head.whileHidden}
        size="sm"
        value={preferences.pollHidden}
        onChange={(pollHidden) => save({ pollHidden })}
        options={[
          { value: 'pause', label: messages.head.pauseWhenHidden },
          { value: 'go on', label: messages.head.keepChecking },
        ]}
      />
      <p className={styles.note}>{messages.head.costNote}</p>
    </Popover>
  );
}

function BudgetFigures({ poller }: { readonly poller: Poller }) {
  const now = useNow();
  return (
    <KeyValueList
      size="small"
      items={[
        { label: messages.head.oneCheck, value: describeLook(poller) },
        { label: '30 days', value: `${describeMonth(poller)}, without pauses` },
        { label: 'Prices', value: poller.budget.priceBook.name },
        { label: 'So far', value: describeDone(poller) },
        { label: 'Now', value: describeNextLook(poller, now) },
      ]}
    />
  );
}
