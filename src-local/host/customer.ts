import type { Dispatch } from '../aws/dispatch.ts';
import type { ApiRequest } from '../pipelines/api/read-request.ts';
import type { ApiResponse } from '../pipelines/api/serve-api.ts';
import type { Customer, Upload } from '../world/living/live-traffic.ts';
import { recipeText } from '../world/sheets/recipe-text.ts';
import { tokenFor } from './api-tokens.ts';

interface CustomerParts {
  readonly seed: string;
  readonly now: () => number;
  readonly api: (request: ApiRequest) => Promise<ApiResponse>;
  readonly dispatch: Dispatch;
}

/** A customer's own system, outside: it signs in to the API and puts its files where the API says. */
export function simulatedCustomer({ seed, now, api, dispatch }: CustomerParts): Customer {
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
          authorization: `Bearer ${await tokenFor(seed, caller, now())}`,
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
      // Drawn when it is needed: nobody who opens the sandbox waits for what draws.
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
