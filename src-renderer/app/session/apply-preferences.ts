import type { Preferences } from '#shared/contract/preferences.ts';

/** The two attributes that tokens.css listens to; absent where the system decides. */
export function applyPreferences(
  { theme, motion }: Pick<Preferences, 'theme' | 'motion'>,
  root: Pick<HTMLElement, 'setAttribute' | 'removeAttribute'>,
): void {
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
  if (motion === 'system') root.removeAttribute('data-motion');
  else root.setAttribute('data-motion', motion);
}
