import type { BrowserContext } from '@playwright/test';
import type { RunningConsole } from '#scripts/start-console.ts';

/**
 * Signs in with the token of the address as the page does, but without a page, because opening one leads to
 * Today and its many reads.
 */
export async function signIn(
  context: BrowserContext,
  { address, origin }: Pick<RunningConsole, 'address' | 'origin'>,
): Promise<void> {
  const token = new URL(address).hash.slice('#token='.length);
  const response = await context.request.post(`${origin}/session`, { data: { token } });
  if (!response.ok()) throw new Error(`The console did not let its window in: ${await response.text()}`);
}
