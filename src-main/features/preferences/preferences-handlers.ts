import { join } from 'node:path';
import { z } from 'zod';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { lastPaceSchema, type LastPace, type Pace } from '#shared/contract/pace.ts';
import { preferencesSchema, type Preferences } from '#shared/contract/preferences.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { listSetAside, parseWith, readKept, type StoreAccess } from '../../home/lost-files.ts';

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
  /** Keeps the pace that was chosen last for each queue and workflow, which no page asks for. */
  readonly lastPaces: {
    find(key: string): LastPaceKept | undefined;
    keep(key: string, pace: Pace): void;
  };
}

type LastPaceKept = Omit<LastPace, 'of'>;

/** The oldest is forgotten first. */
const mostPaces = 200;

/**
 * Reads each preference on its own: one that is malformed or from a later version falls back to its default, and the
 * others are kept.
 */
export function openPreferences({ home, log, now }: StoreAccess): PreferencesStore {
  const file = join(home, preferencesFile);
  const listeners = new Set<(preferences: Preferences) => void>();
  const stored = readKept(file, parsePreferencesFile, { home, log, now });
  const wasLost = listSetAside(home).some(({ path }) => path === preferencesFile);
  // A stored preference shows that the console was used, even before it had a first page. So does one that was lost.
  const welcomed =
    wasLost || Object.keys(stored ?? {}).some((key) => key in defaultPreferences) ? 'yes' : 'no';
  let preferences = merge({ ...defaultPreferences, welcomed }, stored);
  let paces = readPaces(stored);

  function write(next: Preferences, nextPaces: typeof paces): void {
    const more = nextPaces.size === 0 ? {} : { lastPaces: Object.fromEntries(nextPaces) };
    replaceFile(file, `${JSON.stringify({ ...next, ...more }, null, 2)}\n`);
    preferences = next;
    paces = nextPaces;
  }

  return {
    file,
    read: () => preferences,
    save(change) {
      write({ ...preferences, ...change }, paces);
      for (const listener of listeners) listener(preferences);
      return preferences;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lastPaces: {
      find: (key) => paces.get(key),
      keep(key, pace) {
        const kept = [...paces].filter(([other]) => other !== key).slice(1 - mostPaces);
        write(preferences, new Map([...kept, [key, { pace, at: new Date(now()).toISOString() }]]));
      },
    },
  };
}

const keptPace = lastPaceSchema.omit({ of: true });

function readPaces(stored: unknown): ReadonlyMap<string, LastPaceKept> {
  const { lastPaces } = Object(stored) as { readonly lastPaces?: unknown };
  const read = Object.entries(Object(lastPaces) as object).flatMap(([key, value]) => {
    const { success, data } = keptPace.safeParse(value);
    return success ? [[key, data] as const] : [];
  });
  return new Map(read);
}

function merge(defaults: Preferences, stored: Record<string, unknown> = {}): Preferences {
  let merged = defaults;
  for (const key of Object.keys(preferencesSchema.shape)) {
    const change = { [key]: stored[key] };
    const parsed = preferencesSchema.safeParse({ ...merged, ...change });
    if (parsed.success) merged = parsed.data;
  }
  return merged;
}

const preferencesFile = 'preferences.json';
export const parsePreferencesFile = parseWith(z.record(z.string(), z.unknown()));
