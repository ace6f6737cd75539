import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import { looksEvery } from '../pipelines/downloads/download-items.ts';
import { scheduledBatches } from '../pipelines/extraction/scheduled-batches.ts';
import { followQueue, type EventSource } from '../world/living/event-source.ts';
import { passOnExecutions } from '../world/living/execution-events.ts';
import { liveTraffic, type LiveTraffic } from '../world/living/live-traffic.ts';
import { keepSchedules, type Schedule } from '../world/living/schedules.ts';
import { tenants } from '../world/past/tenants.ts';
import type { World } from '../world/world.ts';
import { simulatedCustomer } from './customer.ts';
import type { Pipelines } from './pipelines.ts';

export interface Life {
  readonly traffic: LiveTraffic;
  readonly stop: () => void;
}

/** Everything that happens by itself: what AWS calls the pipelines' functions for, and customers. */
export function live(
  world: World,
  { pipelines, dispatch, seed }: { pipelines: Pipelines; dispatch: Dispatch; seed: string },
): Life {
  const sources = eventSources(pipelines).map((source) => followQueue(world, source));
  const events = passOnExecutions(world, (event) => pipelines.extraction.executionEnded(event));
  const schedules = keepSchedules(world, clocks(pipelines));
  const now = (): number => world.clock.now();
  const customer = simulatedCustomer({ seed, now, api: pipelines.api, dispatch });
  const traffic = liveTraffic(world, { seed, tenants, customer });
  return {
    traffic,
    stop() {
      for (const part of [...sources, events, schedules, traffic]) part.stop();
    },
  };
}

const names = namesByConvention('sandbox');

function eventSources({ extraction, downloads, holdForDownloads }: Pipelines): readonly EventSource[] {
  return [
    {
      queue: names.extraction.documentQueue,
      batchSize: 10,
      functionName: 'autowired-ingest-files-sandbox',
      run: extraction.ingestFiles,
    },
    {
      queue: names.extraction.webhookQueue,
      batchSize: 1,
      functionName: 'autowired-deliver-webhook-sandbox',
      run: extraction.deliverWebhook,
    },
    {
      queue: names.downloads.fileQueue,
      batchSize: 10,
      functionName: 'data-download-file-sandbox',
      run: downloads.download,
      hold: holdForDownloads,
    },
  ];
}

const hour = 3_600_000;
const day = 24 * hour;

function clocks({ extraction, downloads }: Pipelines): readonly Schedule[] {
  return [
    { name: 'sweep the status index', everyMs: day, offsetMs: 3 * hour, run: extraction.sweepStatusIndex },
    {
      name: 'submit scheduled batches',
      everyMs: scheduledBatches.everyHours * hour,
      offsetMs: scheduledBatches.atUtcHour * hour,
      run: extraction.submitScheduledBatches,
    },
    { name: 'poll for downloads', everyMs: day, offsetMs: 6 * hour, run: downloads.poll },
    { name: 'check download batches', everyMs: looksEvery, run: downloads.checkBatches },
  ];
}
