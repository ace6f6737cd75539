import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * What a page keeps while the window is open, in the query cache, where a change of connection or person empties
 * it. Read as a store and not as a query: a query tells React a moment later, and the
 * cursor of a field would jump to its end.
 */
export function useKept<T>(
  key: readonly string[],
  atFirst: T,
): readonly [T, (change: (before: T) => T) => void] {
  const client = useQueryClient();
  const kept = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryData<T>(key) ?? atFirst,
  );
  return [
    kept,
    (change) => {
      client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData<T>(key, (before) => change(before ?? atFirst));
    },
  ];
}
