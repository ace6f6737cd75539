import type { ConnectionSummary } from '#shared/contract/session.ts';
import type { Workflow } from '#shared/contract/triage/tenants.ts';

/** What has to be typed before something is saved; null where nothing has to. */
export function environmentToType(connection: Pick<ConnectionSummary, 'environment'> | null): string | null {
  return connection?.environment === 'production' ? 'production' : null;
}

export function saveWords({ version }: Pick<Workflow, 'version'>): string {
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
