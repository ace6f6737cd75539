/** What an address may say, read leniently: an address can be typed, and never shows an error. */
export const settingsTabs = ['connections', 'appearance', 'shortcuts'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export interface SettingsSearch {
  readonly tab: SettingsTab;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  return { tab: settingsTabs.find((tab) => tab === search['tab']) ?? 'connections' };
}

export interface FindSearch {
  readonly id?: string;
}

export function findSearch(search: Record<string, unknown>): FindSearch {
  const id = search['id'];
  return typeof id === 'string' && id.trim() !== '' ? { id: id.trim().slice(0, 2_000) } : {};
}

/** Plain text both ways: an id made of digits must not come back as a rounded number. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
