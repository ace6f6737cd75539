import type { Bridge } from '#shared/contract/contract.ts';
import { FailureError } from './failure-text.ts';

type CopyText = (text: string) => Promise<void>;

/**
 * Copies a text through the host, because an Electron page has no clipboard of its own. Rejects if nothing
 * was copied.
 */
export async function copyText(bridge: Bridge, intoThisPages: CopyText, text: string): Promise<void> {
  // The browser host has no clipboard, so the text never leaves the page.
  if (bridge.host === 'browser') return intoThisPages(text);
  const result = await bridge.call('clipboard.copy', { text }, crypto.randomUUID());
  if (!result.ok) throw new FailureError(result.failure);
  if (!result.value.copied) await intoThisPages(text);
}

export interface WrittenFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

/** Both hosts save the target of a link that has a file name. */
export function downloadText({ fileName, mediaType, text }: WrittenFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has started to read the address by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
