import { nativeTheme } from 'electron';
import type { Gate } from '#main/contract/gate.ts';
import { preferencesSchema } from '#shared/contract/preferences.ts';

/** Only for the window's first colour; the page reads the preference itself. */
export async function startsDark(gate: Gate): Promise<boolean> {
  const answer = await gate.call(
    { trusted: true, host: 'electron', id: 'main' },
    { operation: 'preferences.read', input: {} },
  );
  const preferences = answer.ok ? preferencesSchema.safeParse(answer.value) : undefined;
  const theme = preferences?.data?.theme ?? 'system';
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}
