import type { Caller } from '#main/contract/gate.ts';
import { consoleOrigin } from './console-url.ts';

/** The part of Electron's IpcMainInvokeEvent that says who is asking. */
export interface FrameSender {
  readonly sender: { readonly id: number };
  readonly senderFrame: {
    readonly origin: string;
    readonly parent: unknown;
    readonly detached: boolean;
  } | null;
}

/** Every doubt is a denial: a frame that has gone, or that cannot be read any more, is nobody. */
export function callerOf(event: FrameSender, windows: ReadonlySet<number>): Caller {
  try {
    const why = doubtAbout(event, windows);
    return why === undefined
      ? { trusted: true, host: 'electron', id: `window-${event.sender.id}` }
      : { trusted: false, why };
  } catch {
    return { trusted: false, why: 'The frame that asked was disposed of before it could be checked.' };
  }
}

function doubtAbout(event: FrameSender, windows: ReadonlySet<number>): string | undefined {
  if (!windows.has(event.sender.id)) return "The request did not come from one of the console's windows.";
  // Read once: Electron looks the frame up again at every access, and it may go in between.
  const frame = event.senderFrame;
  if (frame === null) return 'The frame that asked has navigated away or was closed.';
  if (frame.detached) return 'The frame that asked is being replaced.';
  if (frame.parent !== null) return 'The request came from a frame inside the page.';
  if (frame.origin !== consoleOrigin) return 'The request came from a page of another origin.';
  return undefined;
}
