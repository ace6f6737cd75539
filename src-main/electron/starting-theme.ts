import { nativeTheme } from 'electron';
import type { Preferences } from '#shared/contract/preferences.ts';

/** The window's first colour, before the page has painted. */
export function startsDark({ theme }: Preferences): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}
