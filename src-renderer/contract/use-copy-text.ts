import { useQueryClient } from '@tanstack/react-query';
import type { Bridge } from '#shared/contract/bridge.ts';
import { FailureError } from './failure-error.ts';
import { bridgeOf } from './query-client.ts';

export type CopyText = (text: string) => Promise<void>;

/** For CopyButton's `copy`: an Electron page has no clipboard of its own. Rejects when it was not copied. */
export function useCopyText(): CopyText {
  const bridge = bridgeOf(useQueryClient());
  return (text) => copyText(bridge, (own) => navigator.clipboard.writeText(own), text);
}

export async function copyText(bridge: Bridge, intoThisPages: CopyText, text: string): Promise<void> {
  // The browser host has no clipboard to offer, and what is copied need not leave the page.
  if (bridge.host === 'browser') return intoThisPages(text);
  const result = await bridge.call('clipboard.copy', { text }, crypto.randomUUID());
  if (!result.ok) throw new FailureError(result.failure);
  if (!result.value.copied) await intoThisPages(text);
}
