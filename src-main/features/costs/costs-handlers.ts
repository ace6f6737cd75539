import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Handlers, Watchers } from '../../contract/handlers.ts';
import { costBatches } from './cost-batches.ts';
import type { CostsParts } from './costs-parts.ts';
import { knownCostsShelf } from './known-costs.ts';
import { watchCosts } from './watch-costs.ts';

interface Parts extends CostsParts {
  readonly later: (work: () => void, ms: number) => () => void;
}

/** What documents consumed, metered from their items. */
export function costsHandlers(parts: Parts): Pick<Handlers, 'costs.batches'> & Pick<Watchers, 'costs.watch'> {
  const { session, onSession, store } = parts;
  const shelf = knownCostsShelf();
  let resets = session().sandboxResets;
  // Before any watch begins anew: it would find what the last world's batches consumed.
  onSession(({ sandboxResets }) => {
    if (sandboxResets === resets) return;
    resets = sandboxResets;
    store.forget(sandboxConnectionId);
  });
  return {
    'costs.batches': costBatches({ session, shelf }),
    'costs.watch': watchCosts({ ...parts, known: (...known) => shelf.put(...known) }),
  };
}
