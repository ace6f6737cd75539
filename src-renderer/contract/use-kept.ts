import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * Keeps a page's state in the query cache while the window is open, where a change of connection or person
 * clears it. It is read as a store and not as a query, because a query tells React a moment later and the
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
