import { createContext, useContext } from 'react';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Watched } from './use-watch.ts';

export const MonitorContext = createContext<Watched<OutputOf<'monitor.watch'>>>({
  value: undefined,
  failure: undefined,
});

/** What the one poller has seen; asking costs nothing more. */
export function useMonitor(): Watched<OutputOf<'monitor.watch'>> {
  return useContext(MonitorContext);
}
