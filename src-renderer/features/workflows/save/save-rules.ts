import { useState } from 'react';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { useKept } from '#renderer/contract/use-kept.ts';

export interface Saying {
  readonly said: Said;
  readonly say: (said: Said) => void;
  /** Somebody wanted to save: what is missing is told from now on. */
  readonly tried: boolean;
  readonly tryIt: () => void;
  /** This reason is done with; one that was typed since stays. */
  readonly forget: (reason: string) => void;
}

/**
 * The reason stays with its workflow while the window is open, as the draft does in the address. The environment does
 * not: it is typed where something is saved.
 */
export function useSaid({ tenantId, projectId, workflowId }: WorkflowKey): Saying {
  const [reason, keep] = useKept(['workflows.reason', tenantId, projectId, workflowId], nothingSaid.reason);
  const [environment, setEnvironment] = useState(nothingSaid.environment);
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
      keep((now) => (now === old ? nothingSaid.reason : now));
      setEnvironment(nothingSaid.environment);
      setTried(false);
    },
  };
}

export interface Said {
  readonly reason: string;
  readonly environment: string;
}

export interface SaidErrors {
  readonly reason?: string;
  readonly environment?: string;
}

export const nothingSaid: Said = { reason: '', environment: '' };

/** What is still missing; it sits under its field. `environment`: what has to be typed, null where nothing has to. */
export function saidErrors(said: Said, environment: string | null): SaidErrors {
  const typed = said.environment.trim();
  return {
    ...(said.reason.trim() === '' ? { reason: 'Say why: it is kept with the version.' } : {}),
    ...(environment === null || typed === environment
      ? {}
      : {
          environment: typed === '' ? `Type ${environment}.` : `This is ${environment}. Type ${environment}.`,
        }),
  };
}

/** What has to be typed before something is saved; null where nothing has to. */
export function environmentToType(connection: Pick<ConnectionSummary, 'environment'> | null): string | null {
  return connection?.environment === 'production' ? 'production' : null;
}

export function formatSaveLabel({ version }: Pick<Workflow, 'version'>): string {
  return version === null ? 'Save' : `Save version ${String(version + 1)}`;
}

/** Why the button does nothing, whatever is typed; undefined where it works. */
export function whyNotNow(
  whyNotSave: string | undefined,
  isChanged: boolean,
  { version }: Pick<Workflow, 'version'>,
): string | undefined {
  if (whyNotSave !== undefined) return whyNotSave;
  if (version === null) {
    return 'This item has no version, so nothing can be saved without perhaps undoing what somebody else has done.';
  }
  return isChanged ? undefined : 'Nothing differs from what is live. Move a handle first.';
}

/** Leads to the first field that is still wrong: true where there is one. */
export function focusWrong(form: HTMLFormElement, errors: SaidErrors): boolean {
  const [wrong] = Object.keys(errors);
  if (wrong === undefined) return false;
  const field = form.elements.namedItem(wrong);
  if (field instanceof HTMLElement) field.focus();
  return true;
}
