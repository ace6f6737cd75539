import { useState } from 'react';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { nothingSaid } from './said-errors.ts';
import type { Said } from './said-errors.ts';

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
