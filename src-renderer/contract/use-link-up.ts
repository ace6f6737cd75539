import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { linkOf } from './link-state.ts';
import { bridgeOf } from './query-client.ts';

/** Whether the process behind the page answers: what is shown else is from before. */
export function useLinkUp(): boolean {
  const link = linkOf(bridgeOf(useQueryClient()));
  return useSyncExternalStore(link.subscribe, link.isUp);
}
