import { useEffect, useEffectEvent } from 'react';
import type { Place } from '#shared/contract/monitor/alarms.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';

/** Goes where a desktop notification leads that was clicked, once: after a reload the click is long over. */
export function useFollowOpened(open: (place: Place) => void): void {
  const opened = useWatch('monitor.opened', {}).value?.opened ?? null;
  const follow = useEffectEvent((number: number, place: Place) => {
    if (keptTexts(memoryKey)[0] === String(number)) return;
    keepTexts(memoryKey, [String(number)]);
    open(place);
  });
  useEffect(() => {
    if (opened !== null) follow(opened.number, opened.place);
  }, [opened]);
}

const memoryKey = 'followed-notification';
