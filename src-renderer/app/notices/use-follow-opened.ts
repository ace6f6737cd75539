import { useEffect, useEffectEvent } from 'react';
import type { Place } from '#shared/contract/monitor.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';
import { clickOf } from './followed-click.ts';
import type { Opened } from './followed-click.ts';

/** Goes where a desktop notification leads that was clicked, once: after a reload the click is long over. */
export function useFollowOpened(open: (place: Place) => void): void {
  const opened = useWatch('monitor.opened', {}).value?.opened ?? null;
  const follow = useEffectEvent((clicked: Opened) => {
    const click = clickOf(clicked);
    if (keptTexts(memoryKey)[0] === click) return;
    keepTexts(memoryKey, [click]);
    open(clicked.place);
  });
  useEffect(() => {
    if (opened !== null) follow(opened);
  }, [opened]);
}

const memoryKey = 'followed-notification';
