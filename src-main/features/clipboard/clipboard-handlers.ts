import { ok } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';

/**
 * Uses Electron's clipboard where there is one, because its pages are denied every permission, the clipboard included.
 */
export type WriteClipboard = (text: string) => Promise<void>;

export function clipboardHandlers(write: WriteClipboard | undefined): Pick<Handlers, 'clipboard.copy'> {
  return {
    'clipboard.copy': async ({ text }) => {
      if (write === undefined) return ok({ copied: false });
      await write(text);
      return ok({ copied: true });
    },
  };
}
