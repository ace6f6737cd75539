import { useCommand } from '#renderer/contract/use-command.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { View } from '#renderer/ui/pane/view.tsx';
import { ReceiptsOfView, useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { SplitPanes } from '#renderer/ui/split-panes/split-panes.tsx';
import { ChartGroups } from './charts/chart-groups.tsx';
import { MonitorHead } from './head/monitor-head.tsx';
import type { MonitorPageProps } from './monitor-page.tsx';
import { chartsReceipt, pollerReceipt } from './monitor-receipts.ts';
import styles from './monitor-desk.module.css';
import { MonitorTop } from './monitor-top.tsx';
import { MonitorSide } from './monitor-side.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useReadings } from './use-readings.ts';

/** Charts on the left, and on the right what needs somebody. Both hang on the one poller. */
export function MonitorDesk({ address, go, onOpenPlace }: MonitorPageProps) {
  const { monitor, charts, trouble, here, now } = useReadings(address);
  const look = useCommand('monitor.look');
  const [width, keepWidth] = useKept(widthKey, sideWidth);
  useShowReceipt('poller', monitor && pollerReceipt(monitor));
  useShowReceipt('charts', charts && chartsReceipt(charts));

  const lookNow = () => void look.run({});
  const isLooking = look.isRunning || monitor?.poller.state === 'looking';
  const onRange = (range: typeof address.range) => go({ range }, 'replace');
  useDeskKeys({ range: address.range, onRange, onLook: lookNow });

  return (
    <View
      head={
        <MonitorHead
          poller={monitor?.poller}
          range={address.range}
          onRange={onRange}
          onLook={lookNow}
          isLooking={isLooking}
        />
      }
      foot={<ReceiptsOfView titleOf={asWritten} onRefresh={lookNow} refreshing={isLooking} />}
    >
      <div className={styles.desk}>
        <div className={styles.top}>
          <MonitorTop
            address={address}
            go={go}
            monitor={monitor}
            charts={charts}
            failure={trouble}
            now={now}
            here={here}
            onOpenPlace={onOpenPlace}
            onLook={lookNow}
          />
        </div>
        <div className={styles.panes}>
          <SplitPanes
            label="Width of the alarms"
            sized="end"
            size={width}
            defaultSize={sideWidth}
            min={300}
            minOther={460}
            narrow="stack"
            onResize={(size) => keepWidth(() => size)}
            start={
              <div className={styles.main}>
                <ChartGroups address={address} go={go} charts={charts} isRefused={trouble !== null} />
              </div>
            }
            end={
              <MonitorSide
                monitor={monitor}
                charts={charts}
                open={address.alarm}
                go={go}
                now={now}
                onOpenPlace={onOpenPlace}
              />
            }
          />
        </div>
      </div>
    </View>
  );
}

const sideWidth = 372;
const widthKey = ['monitor-side'];

/** What is asked of CloudWatch is no pattern of a table, and says itself what it is. */
function asWritten(pattern: string): string {
  return pattern;
}
