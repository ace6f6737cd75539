import type { Poller } from '#shared/contract/monitor/poller.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

/** What the one poller does, shortly. */
export function pollerWords(
  { state, seconds }: Pick<Poller, 'state' | 'seconds'>,
  pollHidden: Preferences['pollHidden'],
): string {
  switch (state) {
    case 'off':
      return 'Alarms are not looked at';
    case 'offline':
      return 'AWS was not reached';
    case 'waiting':
    case 'looking':
    case 'hidden':
      return `Alarms every ${spanWords(seconds * 1_000)}${pollHidden === 'pause' ? ', paused when hidden' : ''}`;
    default:
      return state satisfies never;
  }
}
