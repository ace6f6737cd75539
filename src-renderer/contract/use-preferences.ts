import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Failure } from '#shared/contract/result.ts';
import { toFailure } from './failure-text.ts';
import { answered, operationOptions } from './operation-options.ts';
import { useCommand, useWatch, type Intent } from './use-operation.ts';

interface PreferencesHandle {
  readonly preferences: Preferences;
  /** Until this is true, `preferences` are the defaults. */
  readonly areKnown: boolean;
  readonly isPending: boolean;
  /** The failure says why the preferences are unknown; a failed save is reported as a failed command instead. */
  readonly failure: Failure | undefined;
  readonly save: (change: Partial<Preferences>) => void;
}

/**
 * Returns the saved preferences with the pending changes applied. A change shows at once and is reverted if
 * it fails, and no answer to an older change can undo a newer one.
 */
export function usePreferences(): PreferencesHandle {
  const client = useQueryClient();
  const query = useQuery(kept);
  const wishes = useMutationState({
    filters: { mutationKey: ['preferences.save'], status: 'pending' },
    select: ({ state }) => (state.variables as Intent<'preferences.save'>).input as Partial<Preferences>,
  });
  const command = useCommand('preferences.save', {
    onSuccess: (value) => client.setQueryData(kept.queryKey, answered(value)),
    inOrder: true,
  });

  return {
    preferences: withWishes(query.data?.value ?? defaultPreferences, wishes),
    areKnown: query.data !== undefined,
    isPending: query.isPending,
    failure: query.data === undefined && query.error !== null ? toFailure(query.error) : undefined,
    save: (change) => void command.run(change),
  };
}

/** This is called once for the whole page, so that a choice made in another window applies here too. */
export function useFollowPreferences(): void {
  const client = useQueryClient();
  const pushed = useWatch('preferences.watch', {}).value;
  useEffect(() => {
    if (pushed !== undefined) client.setQueryData(kept.queryKey, answered(pushed));
  }, [client, pushed]);
}

export function withWishes(from: Preferences, wishes: readonly Partial<Preferences>[]): Preferences {
  const shown = { ...from };
  for (const wish of wishes) Object.assign(shown, wish);
  return shown;
}

const kept = operationOptions('preferences.read', {});
