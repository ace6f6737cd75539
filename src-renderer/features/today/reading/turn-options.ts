import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import type { FailureError } from '#renderer/contract/failure-error.ts';
import { ask, operationOptions } from '#renderer/contract/operation-options.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { turnsOf } from './turns.ts';
import type { Turns } from './turns.ts';

/** Of the six connections that a browser keeps to the host one is for what is pushed; the others are for the person. */
const most = 3;

const turns = new WeakMap<QueryClient, Turns>();

/**
 * For what comes after the first paint: who goes to work at once does not wait behind it, and what has not begun when
 * the page is left is not read.
 */
export function turnOptions<N extends QueryName>(operation: N, input: InputOf<N>) {
  return queryOptions<Answer<OutputOf<N>>, FailureError>({
    queryKey: operationOptions(operation, input).queryKey,
    queryFn: (context) =>
      turnsIn(context.client).run(
        () => ask(context.client, operation, input),
        () => context.signal,
      ),
  });
}

function turnsIn(client: QueryClient): Turns {
  const known = turns.get(client) ?? turnsOf(most);
  turns.set(client, known);
  return known;
}
