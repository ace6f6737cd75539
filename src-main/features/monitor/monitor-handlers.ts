import type { monitorOperations } from '#shared/contract/monitor/operations.ts';
import type { Notice } from '#shared/contract/monitor/poller.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Handlers, Watchers } from '../../contract/handlers.ts';
import type { Log } from '../../log/open-log.ts';
import { openWatch } from './open-watch.ts';

export interface MonitorParts {
  /** Of the open connection, held to whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly preferences: () => Preferences;
  readonly onPreferences: (listener: (preferences: Preferences) => void) => () => void;
  /** Shows it on the desktop, where there is one and no window is in front; true if it was shown. */
  readonly notify: ((notice: Notice, onClick: () => void) => boolean) | undefined;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => () => void;
  /** What the poller reads by itself counts as Monitor's, whatever has set it going. */
  readonly asMonitor: <T>(work: () => T) => T;
  readonly log: Pick<Log, 'error'>;
}

type Names = keyof typeof monitorOperations;

export interface MonitorFeature {
  readonly handlers: Pick<Handlers, Names & keyof Handlers> & Pick<Watchers, Names & keyof Watchers>;
  close(): void;
}

export function openMonitor(parts: MonitorParts): MonitorFeature {
  const watch = openWatch(parts);
  return {
    handlers: {
      'monitor.watch': ({ shown }, emit) => watch.join(shown, emit),
      'monitor.charts': ({ range, groups }, emit) => watch.joinCharts(range, groups, emit),
      'monitor.look': async () => {
        await watch.lookNow();
        return ok(watch.seen());
      },
      'monitor.alarmHistory': async ({ name, cursor }) => {
        const page = await parts.doors().alarms.history(name, cursor);
        if (!page.ok) return page;
        const { changes, cursor: next } = page.value;
        return ok({ changes: [...changes], cursor: next }, page.receipt);
      },
      'monitor.opened': (_input, emit) => watch.opened((opened) => emit({ opened })),
    },
    close: () => watch.close(),
  };
}
