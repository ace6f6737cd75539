import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { ConsoleSpend } from './console-spend.tsx';

export interface ConsoleViewProps {
  /** Leads to the refused questions, which the Explorer lists. */
  readonly onOpenRefused: () => void;
}

/** What the console itself has spent by reading and polling: the cost of looking. */
export function ConsoleView({ onOpenRefused }: ConsoleViewProps) {
  const { value: spend, failure } = useWatch('spend.watch', {});
  const refusals = useQuery(operationOptions('explorer.refusals', {})).data?.value.refusals;
  const now = useNow(60_000);
  if (spend !== undefined) {
    return (
      <ConsoleSpend
        spend={spend}
        today={new Date(now).toISOString().slice(0, 10)}
        refused={refusals?.reduce((sum, { times }) => sum + times, 0)}
        onOpenRefused={onOpenRefused}
      />
    );
  }
  return failure === undefined ? (
    <SkeletonRows rows={8} label="Adding up what this console has spent" />
  ) : (
    <ErrorState
      title="What this console has spent is unknown"
      happened={failure.message}
      notDone="No figure is shown. It goes on being counted."
      next="Open this page again."
      reference={failure.reference}
    />
  );
}
