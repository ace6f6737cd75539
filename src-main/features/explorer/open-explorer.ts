import { refused } from '#shared/contract/result.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';

type Names = Extract<keyof Handlers, `explorer.${string}` | `catalogue.${string}`>;

/** Everything behind the Explorer: the systems, their answers, and what is counted about both. */
export function openExplorer(): Pick<Handlers, Names> {
  return {
    'catalogue.read': unbuilt,
    'explorer.ask': unbuilt,
    'explorer.reveal': unbuilt,
    'explorer.export': unbuilt,
    'explorer.refuse': unbuilt,
    'explorer.refusals': unbuilt,
    'explorer.policy': unbuilt,
  };
}

function unbuilt(): Result<never> {
  return refused({ code: 'not-found', message: 'Not built yet.', what: 'explorer' });
}
