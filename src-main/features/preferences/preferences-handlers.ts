import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { preferencesSchema, type Preferences } from '#shared/contract/preferences.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import { replaceFile } from '../../home/home-folder.ts';

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

export interface PreferencesStore {
  readonly file: string;
  read(): Preferences;
  save(change: Partial<Preferences>): Preferences;
  onChange(listener: (preferences: Preferences) => void): () => void;
}

/**
 * Reads each preference on its own: one that is malformed or from a later version falls back to its default, and the
 * others are kept.
 */
export function openPreferences(home: string): PreferencesStore {
  const file = join(home, 'preferences.json');
  const listeners = new Set<(preferences: Preferences) => void>();
  const stored = readJson(file);
  // A stored preference shows that the console was used, even before it had a first page.
  const welcomed = Object.keys(Object(stored)).some((key) => key in defaultPreferences) ? 'yes' : 'no';
  let preferences = merge({ ...defaultPreferences, welcomed }, stored);
  return {
    file,
    read: () => preferences,
    save(change) {
      const next = { ...preferences, ...change };
      replaceFile(file, `${JSON.stringify(next, null, 2)}\n`);
      preferences = next;
      for (const listener of listeners) listener(preferences);
      return preferences;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function merge(defaults: Preferences, stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaults;
  let merged = defaults;
  for (const key of Object.keys(preferencesSchema.shape)) {
    const change = { [key]: (stored as Record<string, unknown>)[key] };
    const parsed = preferencesSchema.safeParse({ ...merged, ...change });
    if (parsed.success) merged = parsed.data;
  }
  return merged;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The file is missing on first start; a broken one costs a preference and not the start.
    return undefined;
  }
}
