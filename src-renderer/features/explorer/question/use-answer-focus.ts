import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import type { Answer } from '../answer/use-answer.ts';

/** Whoever asked goes on with J and K: the items take the focus when they come, unless it has gone elsewhere. */
export function useAnswerFocus(
  pane: RefObject<HTMLElement | null>,
  answer: Answer,
  onActive: (handle: string) => void,
): void {
  const isAsking = answer.state === 'asking' || answer.askingAgain;
  const wasAsking = useRef(false);
  const arrive = useEffectEvent(() => {
    const at = document.activeElement;
    const [first] = answer.items;
    if (at !== document.body && pane.current?.contains(at) !== true) return;
    if (first !== undefined) {
      pane.current?.querySelector<HTMLElement>(grid)?.focus({ preventScroll: true });
      onActive(first.handle);
    } else if (at === document.body) {
      // What had the focus, "Try again", went with the failure before.
      pane.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (wasAsking.current && !isAsking) arrive();
    wasAsking.current = isAsking;
  }, [isAsking]);
}

const grid = '[data-answer] [role=grid]';
const next = 'form button[type=submit]';
