import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FailureError } from '#renderer/contract/failure-text.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { InputOf } from '#shared/contract/contract.ts';
import { PartNotLoaded } from './load-part.ts';
import { messages } from '../messages.ts';

/** Replaces one broken screen while the shell and every other screen keep working. */
export function RouteError({ error: thrown, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [error] = useState(() => (thrown instanceof Error ? thrown : new Error(String(thrown))));
  const reference = useReported(error, router.state.location.pathname);

  function retry(): void {
    reset();
    void router.invalidate();
  }

  if (error instanceof PartNotLoaded) {
    return (
      <ErrorState
        title={messages.problems.partNotLoaded}
        happened={messages.problems.partNotLoadedWhy}
        notDone={messages.problems.othersWork}
        next={messages.problems.reload}
        reference={reference}
        onRetry={retry}
      />
    );
  }
  return (
    <ErrorState
      title={messages.problems.screenStopped}
      happened={error.message}
      notDone={messages.problems.othersWork}
      next={reference === '' ? messages.problems.openAnother : messages.problems.sendReference}
      reference={reference}
      onRetry={retry}
    />
  );
}

/** A failure has a reference already; any other error is a bug and is reported to the log. */
function useReported(error: Error, where: string): string {
  const bridge = findBridge(useQueryClient());
  const known = error instanceof FailureError ? error.failure.reference : '';
  const [reported, setReported] = useState('');

  useEffect(() => {
    let current = true;
    const report = async () => {
      const result = await bridge.call('problems.report', problemReport(error, where));
      if (current && result.ok) setReported(result.value.reference);
    };
    if (known === '') void report();
    return () => {
      current = false;
    };
  }, [bridge, error, known, where]);

  return known === '' ? reported : known;
}

/** Cuts the report to the limits of the contract, because a report that is too long would be refused. */
export function problemReport(error: Error, where: string): InputOf<'problems.report'> {
  const report = { where: where.slice(0, 200), message: (error.message || error.name).slice(0, 2_000) };
  return error.stack === undefined ? report : { ...report, stack: error.stack.slice(0, 20_000) };
}
