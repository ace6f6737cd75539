import { useState, useSyncExternalStore } from 'react';
import type { Preferences } from '#shared/contract/preferences.ts';

export interface NavigationState {
  readonly collapsed: boolean;
  readonly toggle: () => void;
}

/** The remembered choice, except in a narrow window, where the rail folds until it is asked for. */
export function useNavigationState(
  navigation: Preferences['navigation'],
  save: (navigation: Preferences['navigation']) => void,
): NavigationState {
  const narrow = useSyncExternalStore(subscribe, isNarrow);
  const [openedWhileNarrow, setOpenedWhileNarrow] = useState(false);
  if (narrow) {
    return { collapsed: !openedWhileNarrow, toggle: () => setOpenedWhileNarrow(!openedWhileNarrow) };
  }
  const collapsed = navigation === 'collapsed';
  return { collapsed, toggle: () => save(collapsed ? 'full' : 'collapsed') };
}

const narrowWindow = '(max-width: 1100px)';

function isNarrow(): boolean {
  return matchMedia(narrowWindow).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrowWindow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
