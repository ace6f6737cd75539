import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { CommandName, InputOf } from '#shared/contract/contract.ts';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { startConsole } from '#scripts/start-console.ts';
import { signIn } from './sign-in.ts';

/**
 * All read-only tests of a worker share one console that is signed in once, with a world that is generated
 * once and at rest. Every test gets a new window and finds the console in its initial state.
 */
export interface SharedConsole {
  readonly url: string;
  readonly home: string;
  openWindow(): Promise<Page>;
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedConsoles {
  /** Returns the console for these flags, which starts on its first use. */
  with(flags: readonly string[]): Promise<SharedConsole>;
  close(): Promise<void>;
}

export function sharedConsoles(browser: Browser): SharedConsoles {
  const opened = new Map<string, Promise<SharedConsole>>();
  return {
    with(flags) {
      const key = flags.join(' ');
      const known = opened.get(key) ?? open(browser, flags);
      opened.set(key, known);
      return known;
    },
    async close() {
      for (const one of opened.values()) await (await one).close();
    },
  };
}

async function open(browser: Browser, flags: readonly string[]): Promise<SharedConsole> {
  const host = await startConsole({ flags });
  const { origin: url, home } = host;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-write'],
  });
  await signIn(context, host);
  await command(context, url, 'sandbox.setTraffic', { paused: true });
  return {
    url,
    home,
    async openWindow() {
      await command(context, url, 'session.actAs', { personaId: 'support' });
      await command(context, url, 'preferences.save', { ...defaultPreferences, welcomed: 'yes' });
      return context.newPage();
    },
    async closeWindows() {
      for (const page of context.pages()) await page.close();
    },
    async close() {
      await context.close();
      await host.stop();
    },
  };
}

async function command<N extends CommandName>(
  context: BrowserContext,
  url: string,
  operation: N,
  input: InputOf<N>,
): Promise<void> {
  const data = { input, idempotencyKey: randomUUID() };
  const response = await context.request.post(`${url}/call/${operation}`, { data });
  const { ok } = (await response.json()) as { readonly ok: boolean };
  if (!ok) throw new Error(`${operation}: ${await response.text()}`);
}
