import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers, Watchers } from '../../contract/handlers.ts';
import type { PreferencesStore } from './preferences-store.ts';

type Names = 'preferences.read' | 'preferences.save';

export function preferencesHandlers(
  preferences: PreferencesStore,
): Pick<Handlers, Names> & Pick<Watchers, 'preferences.watch'> {
  return {
    'preferences.read': () => ok(preferences.read()),

    'preferences.watch': (_input, emit) => {
      emit(preferences.read());
      return preferences.onChange(emit);
    },

    'preferences.save': (change) => {
      try {
        return ok(preferences.save(withoutUndefined(change)));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return refused({
          code: 'storage-failed',
          message: `Your preference was not saved: ${why}.`,
          file: preferences.file,
        });
      }
    },
  };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
