import type { downloadOperations } from '#shared/contract/job-operations.ts';
import type { todayOperations } from '#shared/contract/today.ts';
import { downloadsHandlers, type DownloadsParts } from '../features/downloads/downloads-handlers.ts';
import { openMonitor, type MonitorFeature, type MonitorParts } from '../features/monitor/monitor-handlers.ts';
import { todayHandlers, type TodayParts } from '../features/today/today-handlers.ts';
import type { Handlers } from './handlers.ts';

export type WatchingParts = DownloadsParts & MonitorParts & Omit<TodayParts, 'dueHours'>;

export interface Watching {
  readonly handlers: MonitorFeature['handlers'] &
    Pick<Handlers, keyof typeof downloadOperations | keyof typeof todayOperations>;
  close(): void;
}

/** What is looked at all day: what needs somebody, what came in, and whether all is well. */
export function openWatching(parts: WatchingParts): Watching {
  const monitor = openMonitor(parts);
  return {
    handlers: {
      ...downloadsHandlers(parts),
      ...monitor.handlers,
      ...todayHandlers({ ...parts, dueHours: () => parts.preferences().reviewDueHours }),
    },
    close: () => monitor.close(),
  };
}
