import { useState } from 'react';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { messages } from '../messages.ts';

export interface SaveForm {
  readonly said: SaveConfirmation;
  readonly say: (said: SaveConfirmation) => void;
  /** True after the first attempt to save. From then on, missing fields are marked. */
  readonly tried: boolean;
  readonly tryIt: () => void;
  /** Clears this reason, unless another was typed since. */
  readonly forget: (reason: string) => void;
}

/**
 * The reason stays with its workflow while the window is open, as the draft does in the address. The typed
 * environment does not, because it confirms a single save.
 */
export function useSaveForm({ tenantId, projectId, workflowId }: WorkflowKey): SaveForm {
  const [reason, keep] = useKept(
    ['workflows.reason', tenantId, projectId, workflowId],
    emptyConfirmation.reason,
  );
  const [environment, setEnvironment] = useState(emptyConfirmation.environment);
  const [tried, setTried] = useState(false);
  return {
    said: { reason, environment },
    say: (said) => {
      keep(() => said.reason);
      setEnvironment(said.environment);
    },
    tried,
    tryIt: () => setTried(true),
    forget: (old) => {
      keep((now) => (now === old ? emptyConfirmation.reason : now));
      setEnvironment(emptyConfirmation.environment);
      setTried(false);
    },
  };
}

export interface SaveConfirmation {
  readonly reason: string;
  readonly environment: string;
}

export interface SaveErrors {
  readonly reason?: string;
  readonly environment?: string;
}

export const emptyConfirmation: SaveConfirmation = { reason: '', environment: '' };

/** Returns the error of each field. `environment` is the name to type; null if none is required. */
export function findSaveErrors(said: SaveConfirmation, environment: string | null): SaveErrors {
  const typed = said.environment.trim();
  return {
    ...(said.reason.trim() === '' ? { reason: messages.save.reasonRequired } : {}),
    ...(environment === null || typed === environment
      ? {}
      : {
          environment: typed === '' ? `Type ${environment}.` : messages.save.otherEnvironment(environment),
        }),
  };
}

/** Returns the name to type before a save; null if none is required. */
export function getEnvironmentToType(
  connection: Pick<ConnectionSummary, 'environment'> | null,
): string | null {
  return connection?.environment === 'production' ? 'production' : null;
}

export function formatSaveLabel({ version }: Pick<Workflow, 'version'>): string {
  return version === null ? 'Save' : `Save version ${String(version + 1)}`;
}

/** Says why the button is disabled whatever is typed; undefined if it works. */
export function whyNotNow(
  whyNotSave: string | undefined,
  isChanged: boolean,
  { version }: Pick<Workflow, 'version'>,
): string | undefined {
  if (whyNotSave !== undefined) return whyNotSave;
  if (version === null) {
    return messages.save.noVersion;
  }
  return isChanged ? undefined : messages.save.unchanged;
}

/** Focuses the first field with an error and returns true if there is one. */
export function focusWrong(form: HTMLFormElement, errors: SaveErrors): boolean {
  const [wrong] = Object.keys(errors);
  if (wrong === undefined) return false;
  const field = form.elements.namedItem(wrong);
  if (field instanceof HTMLElement) field.focus();
  return true;
}
