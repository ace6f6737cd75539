import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tenantProblem } from '#shared/catalogue/iam/tenant-scope.ts';
import type { Role } from '#shared/contract/define.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { TextField } from '#renderer/ui/input/text-field.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { PolicyText } from './policy/policy-text.tsx';
import styles from './policy/policy-view.module.css';
import { useSettled } from './policy/use-settled.ts';
import { ViewFrame } from '#renderer/ui/view-frame/view-frame.tsx';

const typingMs = 300;

/** The least that a role's AWS identity needs, as a policy to copy or to save. */
export function PolicyView({ system }: { readonly system: OpenSystem }) {
  const [role, setRole] = useState<Role>('support');
  const [typed, setTyped] = useState('');
  const problem = typed === '' ? null : tenantProblem(typed);
  const settled = useSettled(typed, typingMs);
  const tenant = settled === '' || tenantProblem(settled) !== null ? null : settled;
  const policy = useQuery({
    ...operationOptions('explorer.policy', { role, tenant }),
    placeholderData: keepPreviousData,
  });
  const failure = policy.error === null ? undefined : failureOf(policy.error);

  return (
    <ViewFrame title="Access" sub="the least that this role needs of AWS, to look and to act">
      <div className={styles.scope}>
        <div className={styles.role}>
          <span className={styles.label} aria-hidden>
            Role
          </span>
          <Segmented label="Role" value={role} onChange={setRole} options={roles} />
        </div>
        <TextField
          label="Only for the tenant"
          className={styles.tenant}
          mono
          placeholder="all tenants"
          hint={tenantHint(system)}
          error={problem === null ? undefined : `The id ${problem}. The policy below is for all tenants.`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {failure !== undefined ? (
        <ErrorState
          title="The policy could not be written"
          happened={failure.message}
          notDone="No policy is shown, and nothing was changed in AWS."
          next="Try again."
          reference={failure.reference}
          onRetry={() => void policy.refetch()}
          retrying={policy.isFetching}
        />
      ) : policy.data === undefined ? (
        <SkeletonRows rows={10} label="Writing the policy" />
      ) : (
        <PolicyText policy={policy.data.value} />
      )}
    </ViewFrame>
  );
}

function tenantHint({ declaration: { name, tenant } }: OpenSystem): string {
  return tenant === undefined
    ? `${name} has no tenants; this narrows the other systems.`
    : `In ${name} this is ${tenant}.`;
}

const roles = [
  { value: 'support', label: 'Support' },
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'admin', label: 'Admin' },
] as const;
