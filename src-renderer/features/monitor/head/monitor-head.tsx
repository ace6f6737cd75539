import type { ChartRange } from '#shared/contract/monitor/charts.ts';
import type { Poller } from '#shared/contract/monitor/poller.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { ViewHead } from '#renderer/ui/pane/view.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { ranges } from '../monitor-address.ts';
import { PollerBudget } from './poller-budget.tsx';

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
          <Button size="sm" icon="refresh" shortcut="U" loading={isLooking} onClick={onLook}>
            Look now
          </Button>
        </>
      }
    />
  );
}
