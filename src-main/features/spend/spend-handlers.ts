import type { Watchers } from '../../contract/handlers.ts';
import type { SpendTally } from './spend-tally.ts';

export function spendWatchers(tally: SpendTally): Pick<Watchers, 'spend.watch'> {
  return {
    'spend.watch': (_input, emit) => {
      emit(tally.current());
      return tally.onChange(emit);
    },
  };
}
