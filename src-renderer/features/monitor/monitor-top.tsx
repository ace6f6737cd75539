import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Charts } from '#shared/contract/monitor/charts.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { showGroup } from './charts/show-group.ts';
import { MonitorFigures } from './figures/monitor-figures.tsx';
import { shownWords } from './look-trouble.ts';
import type { GoMonitor, MonitorAddress } from './monitor-address.ts';

export interface MonitorTopProps {
  readonly address: MonitorAddress;
  readonly go: GoMonitor;
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  /** Why something was not read the last time. */
  readonly failure: string | null;
  /** By AWS's clock. */
  readonly now: number;
  /** By this computer's, as the console says when it read something. */
  readonly here: number;
  readonly onOpenPlace: (place: Place) => void;
  readonly onLook: () => void;
}

/** What is wrong with what is shown, and what a glance should tell. */
export function MonitorTop(props: MonitorTopProps) {
  const { address, go, monitor, charts, failure, now, here, onOpenPlace, onLook } = props;
  return (
    <>
      {failure === null ? null : (
        <StaleNote
          flat
          reason={failure}
          showing={shownWords(monitor, charts, here)}
          action={
            <Button size="sm" variant="ghost" onClick={onLook}>
              Look now
            </Button>
          }
        />
      )}
      <MonitorFigures
        monitor={monitor}
        charts={charts}
        open={address.open}
        isRefused={failure !== null}
        now={now}
        onGroup={(group) => {
          // Led there before, the address would not change, and nothing would be shown.
          if (group === address.group) showGroup(group);
          else go({ group }, 'replace');
        }}
        onAlarms={() => {
          // Closed, it has the focus at its row.
          if (address.alarm !== null) go({ alarm: null });
          else document.querySelector<HTMLElement>('[data-alarm]')?.focus();
        }}
        onDeadLetters={() => onOpenPlace(fullest(monitor))}
      />
    </>
  );
}

/** The queue that holds most, since that is the one to begin with. */
function fullest(monitor: Monitor | undefined): Place {
  const queue = monitor?.deadLetters?.toSorted((one, other) => (other.depth ?? 0) - (one.depth ?? 0))[0];
  return queue?.place ?? { desk: 'monitor', group: 'queues', alarm: null };
}
