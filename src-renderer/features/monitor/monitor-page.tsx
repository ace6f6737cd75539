import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Persona } from '#shared/contract/session.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { usePageFocusKept } from '#renderer/ui/focus/use-page-focus-kept.ts';
import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ViewReceipts } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import type { GoMonitor, MonitorAddress } from './monitor-address.ts';
import { MonitorDesk } from './monitor-desk.tsx';
import { NoFigures } from './no-figures.tsx';

export interface MonitorPageProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  /** To the desk that something is for. */
  readonly onOpenPlace: (place: Place) => void;
  /** Works on as another persona of the sandbox. */
  readonly onActAs?: ((personaId: string) => void) | undefined;
}

/** How the pipelines are, by what CloudWatch knows of them; what is wrong leads to the desk that can do something. */
export function MonitorPage(props: MonitorPageProps) {
  const { me, others } = usePersonHere(seesAll);
  usePageFocusKept();
  if (me !== null && me.tenants !== '*') {
    return (
      <View head={<ViewHead title="Monitor" />}>
        <NoFigures others={others} onActAs={props.onActAs} />
      </View>
    );
  }
  return (
    <ViewReceipts>
      <MonitorDesk {...props} />
    </ViewReceipts>
  );
}

function seesAll({ tenants, role }: Persona): boolean {
  return tenants === '*' && role !== 'reviewer';
}
