import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

/**
 * Starts pocket AWS as the console embeds it, built and in a worker thread, with its journal on disk, and
 * returns SDK clients for it.
 */
export async function workerClients(): Promise<Clients & { close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pocket-bench-'));
  const worker = await startPocketAwsWorker(pathToFileURL('out/main/pocket-aws.js'), { folder });
  return {
    ...clientsOver(requestHandler(worker.dispatch)),
    async close() {
      await worker.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
