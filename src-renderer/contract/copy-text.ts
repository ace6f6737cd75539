import type { Bridge } from '#shared/contract/contract.ts';
import { FailureError } from './failure-error.ts';

type CopyText = (text: string) => Promise<void>;

/** An Electron page has no clipboard of its own. Rejects when nothing was copied. */
export async function copyText(bridge: Bridge, intoThisPages: CopyText, text: string): Promise<void> {
  // The browser host has no clipboard to offer, and what is copied need not leave the page.
  if (bridge.host === 'browser') return intoThisPages(text);
  const result = await bridge.call('clipboard.copy', { text }, crypto.randomUUID());
  if (!result.ok) throw new FailureError(result.failure);
  if (!result.value.copied) await intoThisPages(text);
}
