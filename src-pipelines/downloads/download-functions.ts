import type { PipelineParts, QueueFunction, ScheduledFunction } from '../parts.ts';
import { downloadFile } from './download-file.ts';
import { parseFileMessage } from './queue-files.ts';
import { checkRecentBatches, lookAfterBatch, pollToday } from './look-after-batches.ts';
import type { Provider } from './provider.ts';

export interface DownloadFunctions {
  /** Runs once a day. */
  readonly poll: ScheduledFunction;
  /** Every five minutes. */
  readonly checkBatches: ScheduledFunction;
  /** Receives the messages of the file queue. */
  readonly download: QueueFunction;
}

export function downloadFunctions(parts: PipelineParts, provider: Provider): DownloadFunctions {
  return {
    poll: () => pollToday(parts, provider),
    checkBatches: () => checkRecentBatches(parts, provider),
    async download({ Records }) {
      const failures = await Promise.all(
        Records.map(async ({ messageId, body }) => {
          try {
            const message = parseFileMessage(body);
            if ('fileId' in message) await downloadFile(parts, provider, message.fileId);
            else await lookAfterBatch(parts, provider, message.batchId);
            return [];
          } catch {
            // It comes again, and in the end it is a dead letter, which keeps it for people to look at.
            return [{ itemIdentifier: messageId }];
          }
        }),
      );
      return { batchItemFailures: failures.flat() };
    },
  };
}
