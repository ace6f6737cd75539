import { useQueryClient } from '@tanstack/react-query';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useForgetChecks } from '#renderer/contract/use-connection-check.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { readAgainWords } from './read-again-words.ts';

export interface ReadFile {
  readonly run: () => void;
  readonly isRunning: boolean;
}

/** Reads connections.json again, and says what that has changed. */
export function useReadFile(): ReadFile {
  const client = useQueryClient();
  const forgetChecks = useForgetChecks();
  const toast = useToast();
  const read = useCommand('connections.readFile', {
    onSuccess: ({ added, changed, removed, ...file }) => {
      toast.show({ id: 'connections-file', ...readAgainWords({ added, changed, removed, ...file }) });
      client.setQueryData(operationOptions('connections.list', {}).queryKey, answered(file));
      // What was said of an entry was said of the one before.
      for (const connectionId of [...changed, ...removed]) {
        void client.resetQueries({
          queryKey: operationOptions('connections.read', { connectionId }).queryKey,
        });
        forgetChecks(connectionId);
      }
    },
  });
  return { run: () => void read.run({}), isRunning: read.isRunning };
}
