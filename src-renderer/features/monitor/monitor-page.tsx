import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { usePageFocusKept } from '#renderer/ui/focus.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { NotForYouState } from '#renderer/ui/states.tsx';
import { ReceiptsOfView, useShowReceipt, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import type { ChartRange, Place } from '#shared/contract/monitor.ts';
import { maySeeAll, maySeeQueues } from '#shared/permissions.ts';
import { ranges, type GoMonitor, type MonitorAddress } from './address.ts';
import { ChartGroups } from './charts/chart-groups.tsx';
import { messages } from './messages.ts';
import { MonitorHead } from './monitor-head.tsx';
import { MonitorSide } from './monitor-side.tsx';
import { MonitorTop } from './monitor-top.tsx';
import styles from './monitor.module.css';
import { ObjectivesSection } from './objectives/objectives-section.tsx';
import { toChartsReceipt, toPollerReceipt, useReadings } from './use-readings.ts';

interface MonitorPageProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  /** Opens the desk that can act on something. */
  readonly onOpenPlace: (place: Place) => void;
  /** Switches to another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/**
 * Shows the state of the pipelines as CloudWatch reports it, with links to the desks that can act on a
 * problem.
 */
export function MonitorPage(props: MonitorPageProps) {
  const person = usePersonHere(maySeeQueues);
  usePageFocusKept();
  if (!maySeeAll(person.me)) {
    return (
      <View head={<ViewHead title="Monitor" />}>
        <NotForYouState
          {...person}
          title={messages.page.allTenants}
          needs={messages.page.allTenantsWhy}
          next={messages.page.allTenantsNext}
          onActAs={props.onActAs}
        >
          {messages.page.allTenantsWhy}
        </NotForYouState>
      </View>
    );
  }
  return (
    <ViewReceipts>
      <MonitorDesk {...props} />
    </ViewReceipts>
  );
}

/** Shows charts on the left and alarms on the right. Both depend on the one poller. */
function MonitorDesk({ address, go, onOpenPlace }: MonitorPageProps) {
  const { monitor, charts, trouble, here, now } = useReadings(address);
  const look = useCommand('monitor.look');
  // CloudWatch requests are no access pattern of a table, so their receipts keep a name of their own.
  const titleOf = useReceiptTitles();
  const [width, keepWidth] = useKept(widthKey, sideWidth);
  useShowReceipt('poller', monitor && toPollerReceipt(monitor));
  useShowReceipt('charts', charts && toChartsReceipt(charts));

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
      foot={<ReceiptsOfView titleOf={titleOf} onRefresh={lookNow} refreshing={isLooking} />}
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
            label={messages.page.sideWidth}
            sized="end"
            size={width}
            defaultSize={sideWidth}
            min={300}
            minOther={460}
            narrow="stack"
            onResize={(size) => keepWidth(() => size)}
            start={
              <div className={styles.main}>
                <ObjectivesSection onOpenPlace={onOpenPlace} />
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

interface DeskKeys {
  readonly range: ChartRange;
  readonly onRange: (range: ChartRange) => void;
  readonly onLook: () => void;
}

/** U looks now, as the palette does; plus and minus change the length of the range. */
function useDeskKeys({ range, onRange, onLook }: DeskKeys): void {
  const rangeBy = (by: 1 | -1) => {
    const next = ranges[ranges.indexOf(range) + by];
    if (next !== undefined) onRange(next);
  };
  usePageKeys(pageKeys.monitor, {
    check: onLook,
    longer: () => rangeBy(1),
    shorter: () => rangeBy(-1),
  });
  usePageCommands([
    {
      id: 'monitor/look',
      title: messages.page.checkAlarms,
      keywords: ['refresh', 'poll', 'cloudwatch', 'again'],
      icon: 'retry',
      shortcut: pageKeys.monitor.check,
      run: onLook,
    },
  ]);
}
