import type { BrowserContext } from '@playwright/test';
import type { RunningConsole } from '#scripts/start-console.ts';

/** As the page does with the token of its address, without a page: opening one leads to Today, which reads a lot. */
export async function signIn(context: BrowserContext, { address, origin }: RunningConsole): Promise<void> {
  const token = new URL(address).hash.slice('#token='.length);
  const response = await context.request.post(`${origin}/session`, { data: { token } });
  if (!response.ok()) throw new Error(`The console did not let its window in: ${await response.text()}`);
}
