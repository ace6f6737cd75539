import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from './failure-error.ts';
import { answered, operationOptions } from './operation-options.ts';
import type { Answer } from './operation-options.ts';
import { useCommand } from './use-command.ts';

export interface PreferencesHandle {
  readonly preferences: Preferences;
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  readonly save: (change: Partial<Preferences>) => void;
}

/** Changes show at once and are taken back if they could not be saved. */
export function usePreferences(): PreferencesHandle {
  const client = useQueryClient();
  const options = operationOptions('preferences.read', {});
  const query = useQuery(options);
  const preferences = query.data?.value ?? defaultPreferences;

  const show = (value: Preferences) =>
    client.setQueryData<Answer<Preferences>>(options.queryKey, answered(value));
  const command = useCommand('preferences.save', {
    onSuccess: show,
    onFailure: () => void client.invalidateQueries({ queryKey: options.queryKey }),
  });

  return {
    preferences,
    isPending: query.isPending,
    failure: query.error === null ? undefined : failureOf(query.error),
    save: (change) => {
      show({ ...preferences, ...change });
      void command.run(change);
    },
  };
}
