import { useState } from 'react';
import {
  apiKinds,
  asObject,
  emptyDraft,
  environments,
  lookWays,
  onlyTexts,
  type FormDraft,
} from './draft.ts';

export interface StoredDraft {
  readonly draft: FormDraft;
  readonly change: (next: (before: FormDraft) => FormDraft) => void;
  /** The form was filled in before, and this is what was typed then. */
  readonly isRestored: boolean;
  /** Forgets what was typed. The next form of this place starts as the first did. */
  readonly forget: () => void;
}

/** Keeps a draft for this window, where it survives a reload and a look at another page. */
export function useStoredDraft(place: string, atFirst: FormDraft): StoredDraft {
  const [kept] = useState(() => readDraft(place));
  const [draft, setDraft] = useState(kept ?? atFirst);
  return {
    draft,
    isRestored: kept !== undefined,
    change(next) {
      setDraft((before) => {
        const after = next(before);
        keepDraft(place, after);
        return after;
      });
    },
    forget() {
      sessionStorage.removeItem(storageKey(place));
    },
  };
}

export function keepDraft(place: string, draft: FormDraft): void {
  sessionStorage.setItem(storageKey(place), JSON.stringify(draft));
}

function readDraft(place: string): FormDraft | undefined {
  return parseDraft(sessionStorage.getItem(storageKey(place)));
}

function storageKey(place: string): string {
  return `connection-form:${place}`;
}

/** Reads a kept draft. A field of another kind, from an older version, starts as in an empty form. */
export function parseDraft(stored: string | null): FormDraft | undefined {
  if (stored === null) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(stored);
  } catch {
    // The stored text is not ours, and the next change overwrites it.
    return undefined;
  }
  const values = asObject(read);
  const fields = Object.entries(emptyDraft).map(([field, usual]: [string, unknown]) => {
    const value = values[field];
    return [field, isLike(usual, value) ? value : usual];
  });
  const draft = Object.fromEntries(fields) as unknown as FormDraft;
  return {
    ...draft,
    environment: environments.find((one) => one === draft.environment) ?? '',
    way: lookWays.find((one) => one === draft.way) ?? 'convention',
    api: apiKinds.find((one) => one === draft.api) ?? 'none',
    endpoints: onlyTexts(draft.endpoints),
    names: onlyTexts(draft.names),
  };
}

function isLike(usual: unknown, value: unknown): boolean {
  if (Array.isArray(usual)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
  return typeof value === typeof usual && value !== null && !Array.isArray(value);
}
