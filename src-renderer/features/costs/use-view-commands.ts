import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { costViews } from './costs-address.ts';
import type { CostView, GoCosts } from './costs-address.ts';
import { viewTitles } from './costs-frame.tsx';

/** To the other views of costs, from the palette. */
export function useViewCommands(shown: CostView, go: GoCosts): void {
  usePageCommands(
    costViews
      .filter((view) => view !== shown)
      .map((view) => ({
        id: `costs-${view}`,
        title: `Costs: ${viewTitles[view]}`,
        keywords: keywords[view],
        icon: 'costs',
        run: () => go({ view }),
      })),
  );
}

const keywords: Readonly<Record<CostView, readonly string[]>> = {
  spend: ['metered', 'tenants', 'workflows', 'days', 'batches'],
  patterns: ['dynamodb', 'questions', 'calls', 'capacity', 'provisioned'],
  console: ['own', 'reads', 'polls', 'session', 'month'],
  plan: ['estimate', 'documents', 'forecast'],
};
