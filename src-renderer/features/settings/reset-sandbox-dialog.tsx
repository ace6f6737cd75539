import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { sandboxSeedForm } from '#shared/domain/sign-in-limits.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogFoot } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { messages } from './messages.ts';

interface ResetSandboxDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ResetSandboxDialog({ open, onClose }: ResetSandboxDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const formId = useId();
  const reset = useCommand('sandbox.reset', {
    onSuccess: ({ seed }) => {
      // The new session makes this window forget everything that was read in the old sandbox.
      void client.refetchQueries({ queryKey: ['session.current'] });
      toast.show({ message: messages.sandbox.wasReset, detail: `Seed ${seed}`, tone: 'succeeded' });
      onClose();
    },
  });

  return (
    <Dialog open={open} onClose={onClose} title={messages.sandbox.resetTitle} size="sm" sticky>
      <DialogBody>
        <DialogDescription>{messages.sandbox.resetNote}</DialogDescription>
        <SeedForm formId={formId} onSubmit={(seed) => void reset.run(seed === '' ? {} : { seed })} />
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} variant="danger" loading={reset.isRunning}>
          {messages.sandbox.resetNow}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface SeedFormProps {
  readonly formId: string;
  readonly onSubmit: (seed: string) => void;
}

/** The form is mounted with the popup, so the text typed for one reset is gone before the next. */
function SeedForm({ formId, onSubmit }: SeedFormProps) {
  const known = useQuery({ ...operationOptions('sandbox.read', {}), enabled: false }).data?.value.seed ?? '';
  const [seed, setSeed] = useState(known);
  const [isTried, setTried] = useState(false);
  const problem = findProblem(seed.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) onSubmit(seed.trim());
  }

  return (
    <form id={formId} onSubmit={submit}>
      <TextField
        label="Seed"
        mono
        inputMode="numeric"
        value={seed}
        hint={messages.sandbox.seedNote}
        error={isTried ? problem : undefined}
        onChange={(event) => setSeed(event.currentTarget.value)}
      />
    </form>
  );
}

function findProblem(seed: string): string | undefined {
  if (seed === '' || sandboxSeedForm.test(seed)) return undefined;
  return messages.sandbox.seedProblem;
}
