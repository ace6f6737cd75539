import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import { looksEvery } from '#pipelines/downloads/download-items.ts';
import { scheduledBatches } from '#pipelines/extraction/scheduled-batches.ts';
import { followQueue, type EventSource } from '../world/living/event-source.ts';
import { passOnExecutions } from '../world/living/execution-events.ts';
import { liveTraffic, type LiveTraffic, type Customer, type Upload } from '../world/living/live-traffic.ts';
import { keepSchedules, type Schedule } from '../world/living/schedules.ts';
import { tenants } from '../world/past/tenants.ts';
import type { World } from '../world/world.ts';
import type { ApiRequest } from '#pipelines/api/read-request.ts';
import type { ApiResponse } from '#pipelines/api/serve-api.ts';
import { recipeText } from '../world/sheets/recipe-text.ts';
import type { Pipelines } from './pipelines.ts';
import { signFor } from './api-tokens.ts';

export interface Life {
  readonly traffic: LiveTraffic;
  readonly stop: () => void;
}

/** Runs everything that happens automatically: AWS calls the pipelines' functions, and customers order. */
export function startLife(
  world: World,
  { pipelines, dispatch, seed }: { pipelines: Pipelines; dispatch: Dispatch; seed: string },
): Life {
  const sources = eventSources(pipelines).map((source) => followQueue(world, source));
  const events = passOnExecutions(world, (event) => pipelines.extraction.executionEnded(event));
  const schedules = keepSchedules(world, listSchedules(pipelines));
  const now = (): number => world.clock.now();
  const customer = createSimulatedCustomer({ seed, now, api: pipelines.api, dispatch });
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

function listSchedules({ extraction, downloads }: Pipelines): readonly Schedule[] {
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

interface CustomerParts {
  readonly seed: string;
  readonly now: () => number;
  readonly api: (request: ApiRequest) => Promise<ApiResponse>;
  readonly dispatch: Dispatch;
}

/** A customer's own system signs in to the API from outside and uploads its files to the address it gets. */
export function createSimulatedCustomer({ seed, now, api, dispatch }: CustomerParts): Customer {
  return {
    async submit({ workflow, idempotencyKey, documents }) {
      const { tenantId, projectId, workflowId } = workflow;
      const caller = {
        sub: `${tenantId}-intake`,
        name: 'Intake',
        role: 'support',
        tenants: [tenantId],
      } as const;
      const files = documents.map(({ fileName }) => ({ fileName }));
      const { status, body } = await api({
        method: 'POST',
        path: '/batches',
        query: '',
        headers: {
          authorization: `Bearer ${await signFor(seed, caller, now())}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: Buffer.from(JSON.stringify({ tenantId, projectId, workflowId, documents: files })),
      });
      if (status !== 202) throw new Error(`The API answered ${status}: ${body}`);
      const answer = JSON.parse(body) as { documents: readonly Omit<Upload, 'recipe'>[] };
      return answer.documents.flatMap(({ documentId, uploadUrl }, index) => {
        const recipe = documents[index]?.recipe;
        return recipe ? [{ documentId, uploadUrl, recipe }] : [];
      });
    },

    async upload({ uploadUrl, recipe }) {
      // The drawing code is loaded on first use, so that opening the sandbox does not wait for it.
      const { drawSheet } = await import('../world/sheets/draw-sheet.ts');
      const { pathname, search } = new URL(uploadUrl);
      const { status } = await dispatch({
        method: 'PUT',
        path: pathname,
        query: search.slice(1),
        headers: { 'content-type': 'application/pdf', 'x-amz-meta-sheet': recipeText(recipe) },
        body: await drawSheet(recipe),
      });
      return status;
    },
  };
}
