import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import { TextField } from '#renderer/ui/field.tsx';
import type { JsonValue } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import {
  managedPolicyLimit,
  policySize,
  tenantProblem,
  type PolicyDocument,
} from '#shared/catalogue/iam/policy-statements.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Role } from '#shared/contract/define.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { messages } from '../messages.ts';
import styles from './review-view.module.css';

const typingMs = 300;

/** Shows the least permissions that a role's AWS identity needs, as a policy to copy or save. */
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
  const isCurrent = settled === typed && !policy.isPlaceholderData;
  const failure = policy.error === null ? undefined : toFailure(policy.error);

  return (
    <ViewFrame title="Access" sub={messages.views.leastAccess}>
      <div className={styles.scope}>
        <div className={styles.role}>
          <span className={styles.label} aria-hidden>
            Role
          </span>
          <Segmented label="Role" value={role} onChange={setRole} options={roles} />
        </div>
        <TextField
          label={messages.views.onlyTenant}
          className={styles.tenant}
          mono
          placeholder={messages.views.allTenants}
          hint={describeTenant(system)}
          error={problem === null ? undefined : `The id ${problem}. The policy below covers all tenants.`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {failure !== undefined ? (
        <ErrorState
          title={messages.views.policyNotWritten}
          happened={failure.message}
          notDone={messages.views.policyNotDone}
          next={messages.page.tryAgain}
          reference={failure.reference}
          onRetry={() => void policy.refetch()}
          retrying={policy.isFetching}
        />
      ) : policy.data === undefined ? (
        <SkeletonRows rows={10} label={messages.views.writing} />
      ) : (
        <PolicyText policy={policy.data.value} isCurrent={isCurrent} />
      )}
    </ViewFrame>
  );
}

function describeTenant({ declaration: { name, tenant } }: OpenSystem): string {
  return tenant === undefined
    ? `${name} has no tenants; this narrows the other systems.`
    : `In ${name} this is ${tenant}.`;
}

const roles = [
  { value: 'support', label: 'Support' },
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'admin', label: 'Admin' },
] as const;

interface PolicyTextProps {
  readonly policy: OutputOf<'explorer.policy'>;
  /** False while the policy of an earlier choice is shown, which may allow more. */
  readonly isCurrent: boolean;
}

function PolicyText({ policy, isCurrent }: PolicyTextProps) {
  const { fileName, text, notes } = policy;
  const toast = useToast();
  const { value, size, fits, sizeWords } = readPolicy(text);
  const share = `${String(Math.min(100, (size / managedPolicyLimit) * 100))}%`;

  function save(): void {
    downloadText({ fileName, mediaType: 'application/json', text });
    toast.show({ message: `${fileName} saved`, tone: 'succeeded' });
  }

  return (
    <>
      <ViewPart title={messages.views.policyNotes} padded>
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </ViewPart>
      <ViewPart
        title="Policy"
        hint={fileName}
        padded
        actions={
          <>
            <span className={classNames(styles.size, !fits && styles.tooLarge)}>
              <span className={styles.track} style={{ '--share': share } as CSSProperties} />
              {sizeWords}
            </span>
            <CopyButton
              text={text}
              label={messages.views.copyPolicy}
              visibleLabel="Copy"
              loading={!isCurrent}
            />
            <Button size="sm" icon="downloads" loading={!isCurrent} onClick={save}>
              Download
            </Button>
          </>
        }
      >
        <div className={styles.well}>
          <JsonView label="Policy" value={value} openDepth={6} />
        </div>
      </ViewPart>
    </>
  );
}

interface ReadPolicy {
  readonly value: JsonValue;
  /** The number of characters without white space, as IAM counts a managed policy. */
  readonly size: number;
  readonly fits: boolean;
  readonly sizeWords: string;
}

/** Main wrote the text, so it is a valid policy. */
export function readPolicy(text: string): ReadPolicy {
  const document = JSON.parse(text) as PolicyDocument & JsonValue;
  const size = policySize(document);
  return {
    value: document,
    size,
    fits: size <= managedPolicyLimit,
    sizeWords: `${describeCount(size)} of ${describeCount(managedPolicyLimit)} characters`,
  };
}
