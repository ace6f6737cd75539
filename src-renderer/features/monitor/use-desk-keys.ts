import type { ChartRange } from '#shared/contract/monitor/charts.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';
import { ranges } from './monitor-address.ts';

interface DeskKeys {
  readonly range: ChartRange;
  readonly onRange: (range: ChartRange) => void;
  readonly onLook: () => void;
}

/** U looks, as the palette does; plus and minus lengthen and shorten the range. */
export function useDeskKeys({ range, onRange, onLook }: DeskKeys): void {
  const rangeBy = (by: 1 | -1) => {
    const next = ranges[ranges.indexOf(range) + by];
    if (next !== undefined) onRange(next);
  };
  usePageKeys({ u: onLook, '+': () => rangeBy(1), '=': () => rangeBy(1), '-': () => rangeBy(-1) });
  usePageCommands([
    {
      id: 'monitor/look',
      title: 'Look at alarms and queues now',
      keywords: ['refresh', 'poll', 'cloudwatch', 'again'],
      icon: 'retry',
      shortcut: 'U',
      run: onLook,
    },
  ]);
}
