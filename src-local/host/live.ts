import type { Dispatch } from '../aws/dispatch.ts';
import { liveTraffic, type LiveTraffic, type Customer, type Upload } from '../world/living/live-traffic.ts';
import { planFleet } from '../world/past/fleet.ts';
import { readTenants } from '../world/past/tell.ts';
import { tenants } from '../world/past/tenants.ts';
import type { World } from '../world/world.ts';
import { paperText, wholeSheet } from '../world/sheets/paper.ts';
import type { WorldFacts } from './chapter.ts';
import type { CallApi } from './api-gateway.ts';
import { signFor } from './api-tokens.ts';

export interface Life {
  readonly traffic: LiveTraffic;
  readonly stop: () => void;
}

/** Customers order. AWS does its part by the rules and the mappings in the world. */
export function startLife(
  world: World,
  {
    api,
    dispatch,
    facts,
  }: { readonly api: CallApi; readonly dispatch: Dispatch; readonly facts: WorldFacts },
): Life {
  const now = (): number => world.clock.now();
  const { seed } = facts;
  const fleet = planFleet({ ...facts, tenants: readTenants(facts.version) });
  const others = [...fleet.tenantIds()].slice(0, fewOfMany).flatMap((id) => fleet.tenant(id) ?? []);
  const customer = createSimulatedCustomer({ seed, now, api, dispatch });
  const traffic = liveTraffic(world, { seed, tenants: [...tenants, ...others], customer });
  return { traffic, stop: () => traffic.stop() };
}

/** In a large world these send batches, too. */
const fewOfMany = 60;

interface CustomerParts {
  readonly seed: string;
  readonly now: () => number;
  readonly api: CallApi;
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
        const { recipe, paper } = documents[index] ?? {};
        return recipe ? [{ documentId, uploadUrl, recipe, ...(paper && { paper }) }] : [];
      });
    },

    async upload({ uploadUrl, recipe, paper = [wholeSheet(recipe)] }) {
      // The drawing code is loaded on first use, so that opening the sandbox does not wait for it.
      const { drawPaper } = await import('../world/sheets/draw-paper.ts');
      const { pathname, search } = new URL(uploadUrl);
      const { status } = await dispatch({
        method: 'PUT',
        path: pathname,
        query: search.slice(1),
        headers: { 'content-type': 'application/pdf', 'x-amz-meta-sheet': paperText(paper) },
        body: await drawPaper(paper),
      });
      return status;
    },
  };
}
