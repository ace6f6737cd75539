import type { ApiHandler } from '../api/call.ts';
import type { PipelineParts } from '../parts.ts';
import type { Provider } from './provider.ts';
import { closeDownloads } from './calls/close-downloads.ts';
import { requeueFile } from './calls/requeue-file.ts';
import { triggerDownloads } from './calls/trigger-downloads.ts';

/** What the pipeline API does about downloads. */
export function downloadCallHandlers(
  parts: PipelineParts,
  provider: Provider,
): Readonly<Record<'requeueFile' | 'triggerDownloads' | 'closeDownloads', ApiHandler>> {
  const requeue: ApiHandler<Parameters<typeof requeueFile>[2]['body']> = (call) =>
    requeueFile(parts, provider, call);
  const trigger: ApiHandler<Parameters<typeof triggerDownloads>[2]['body']> = (call) =>
    triggerDownloads(parts, provider, call);
  const close: ApiHandler<Parameters<typeof closeDownloads>[1]['body']> = (call) =>
    closeDownloads(parts, call);
  return { requeueFile: requeue, triggerDownloads: trigger, closeDownloads: close };
}
