import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { EnvironmentChip } from '#renderer/ui/chip.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { SearchField, TextField } from '#renderer/ui/field.tsx';
import { isNothingFocused } from '#renderer/ui/focus.ts';
import { Note } from '#renderer/ui/note.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import type { AwsProfile } from '#shared/contract/connections.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { environments, services, withProfile } from './draft.ts';
import {
  describeProfile,
  environmentWords,
  kindWords,
  messages,
  regions,
  serviceWords,
} from './form-messages.ts';
import { Step, type FormState } from './form-parts.tsx';
import { WhoseAccount } from './whose-account.tsx';
import styles from './form.module.css';

/** Asks for the profile, the region and the environment, and asks STS whose account that is. */
export function AccountStep({ form }: { readonly form: FormState }) {
  const { draft, set, problemAt } = form;
  return (
    <Step id="account" title={messages.account.title}>
      <ProfileChoice form={form} />
      <div className={styles.pair} data-path="aws.region">
        <SuggestField
          label={messages.account.region}
          mono
          value={draft.region}
          suggestions={regions.map((one) => ({ ...one, keywords: one.hint }))}
          hint={messages.account.regionHint}
          error={problemAt('aws.region', draft.region)}
          onChange={(region) => set({ region })}
        />
      </div>
      <WhoseAccount form={form} />
      <EnvironmentChoice form={form} />
      <div className={styles.pair}>
        <div data-path="name">
          <TextField
            label={messages.account.name}
            value={draft.name}
            hint={messages.account.nameHint}
            error={problemAt('name', draft.name)}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        </div>
        <div data-path="id">
          <TextField
            label={messages.account.id}
            mono
            value={draft.id}
            hint={isRenamed(form) ? messages.account.idFixed : messages.account.idHint}
            error={problemAt('id', draft.id)}
            onChange={(event) => set({ id: event.currentTarget.value })}
          />
        </div>
      </div>
      <div className={styles.pair}>
        <Checkbox
          label={messages.account.readOnly}
          hint={messages.account.readOnlyHint}
          checked={draft.readOnly}
          onChange={(readOnly) => set({ readOnly })}
        />
        <Checkbox
          label={messages.account.editAndRedrive}
          hint={messages.account.editAndRedriveHint}
          checked={draft.editAndRedrive}
          onChange={(editAndRedrive) => set({ editAndRedrive })}
        />
      </div>
      <Addresses form={form} />
    </Step>
  );
}

function isRenamed({ editedId, draft }: FormState): boolean {
  return editedId !== undefined && editedId !== draft.id;
}

function ProfileChoice({ form }: { readonly form: FormState }) {
  const { draft, set, change, takenIds, problemAt } = form;
  const legendId = useId();
  const [filter, setFilter] = useState('');
  const query = useQuery(operationOptions('connections.profiles', {}));
  const rows = useFirstFocus(query.isFetched);
  if (query.data === undefined && query.error === null) {
    return <SkeletonRows label={messages.page.reading} rows={3} />;
  }
  const { profiles, environmentHasKeys, problems } = query.data?.value ?? nothingRead;
  const failure = query.error === null ? undefined : toFailure(query.error);
  const shown = profiles.filter((one) => isLike(one, filter));
  const isOther = draft.profile !== '' && profiles.every(({ name }) => name !== draft.profile);
  const error = problemAt('aws.profile', draft.profile);
  return (
    <fieldset className={styles.choice} data-path="aws.profile" aria-labelledby={legendId}>
      <div className={styles.legend}>
        <span id={legendId} className={styles.label}>
          {messages.account.profile}
        </span>
        <span className={styles.quiet}>{messages.account.profileHint}</span>
        {profiles.length > fewProfiles ? (
          <SearchField
            label={messages.account.filter}
            placeholder={messages.account.filter}
            size="sm"
            className={styles.filter}
            value={filter}
            onChange={setFilter}
          />
        ) : null}
      </div>
      {failure === undefined ? null : (
        <Note tone="warn">
          <b>{messages.account.notRead}</b> {failure.message}
        </Note>
      )}
      <div className={styles.rows} ref={rows}>
        {shown.map((profile) => (
          <ChoiceRow
            key={profile.name}
            group={legendId}
            isChosen={!draft.fromEnvironment && draft.profile === profile.name}
            isOff={profile.problem !== null}
            onChoose={() => change((before) => withProfile(before, profile, takenIds))}
            name={profile.name}
            words={describeProfile(profile)}
            end={describePlace(profile)}
          />
        ))}
        {profiles.length === 0 && failure === undefined ? (
          <p className={styles.none}>{messages.account.none}</p>
        ) : null}
        {shown.length === 0 && profiles.length > 0 ? (
          <p className={styles.none}>{messages.account.noMatch}</p>
        ) : null}
        <ChoiceRow
          group={legendId}
          isChosen={draft.fromEnvironment}
          isOff={!environmentHasKeys}
          onChoose={() => set({ fromEnvironment: true, profile: '' })}
          name={messages.account.environmentKeys}
          words={environmentHasKeys ? messages.account.environmentHas : messages.account.environmentHasNot}
          isPlain
        />
      </div>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {isOther || profiles.length === 0 ? (
        <div className={styles.pair}>
          <TextField
            label={messages.account.otherProfile}
            mono
            value={draft.profile}
            hint={messages.account.otherProfileHint}
            error={error}
            onChange={(event) => set({ profile: event.currentTarget.value, fromEnvironment: false })}
          />
        </div>
      ) : error === undefined ? null : (
        <p className={styles.error}>{error}</p>
      )}
    </fieldset>
  );
}

/** The first choice takes the focus when it appears, unless a person has already gone elsewhere. */
function useFirstFocus(isThere: boolean) {
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isThere || !isNothingFocused(document.activeElement)) return;
    const stop = rows.current?.querySelector<HTMLElement>('input:checked, input:not(:disabled)');
    stop?.focus({ preventScroll: true });
  }, [isThere]);
  return rows;
}

const fewProfiles = 8;
const nothingRead = { profiles: [], environmentHasKeys: false, problems: [] };

function isLike(profile: AwsProfile, filter: string): boolean {
  const { name, accountId, region, role } = profile;
  const words = [name, kindWords[profile.kind], accountId, region, role].join(' ').toLowerCase();
  return words.includes(filter.trim().toLowerCase());
}

function describePlace({ accountId, region }: AwsProfile): string {
  return [accountId === null ? '' : groupedAccount(accountId), region ?? '']
    .filter((word) => word !== '')
    .join('  ');
}

interface ChoiceRowProps {
  readonly group: string;
  readonly isChosen: boolean;
  readonly isOff: boolean;
  readonly onChoose: () => void;
  readonly name: string;
  readonly words: ReactNode;
  readonly end?: string;
  /** The name is a phrase and not an identifier. */
  readonly isPlain?: boolean;
}

function ChoiceRow({
  group,
  isChosen,
  isOff,
  onChoose,
  name,
  words,
  end = '',
  isPlain = false,
}: ChoiceRowProps) {
  return (
    <label className={styles.row} data-off={isOff ? '' : undefined}>
      <input type="radio" name={group} checked={isChosen} disabled={isOff} onChange={onChoose} />
      <span className={isPlain ? styles.rowPlain : styles.rowName}>{name}</span>
      <span className={styles.rowWords}>{words}</span>
      <span className={styles.rowEnd}>{end}</span>
    </label>
  );
}

function EnvironmentChoice({ form: { draft, set, problemAt } }: { readonly form: FormState }) {
  const legendId = useId();
  const error = problemAt('environment', draft.environment);
  return (
    <fieldset className={styles.choice} data-path="environment" aria-labelledby={legendId}>
      <div className={styles.legend}>
        <span id={legendId} className={styles.label}>
          {messages.account.environment}
        </span>
      </div>
      <div className={styles.cards}>
        {environments.map((environment) => (
          <label key={environment} className={styles.card}>
            <input
              type="radio"
              name={legendId}
              checked={draft.environment === environment}
              onChange={() => set({ environment })}
            />
            <span className={styles.cardText}>
              <EnvironmentChip environment={environment} />
              <span className={styles.quiet}>{environmentWords[environment]}</span>
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}

/** Most accounts have none, so the fields are folded until one is filled in. */
function Addresses({ form: { draft, set, problemAt } }: { readonly form: FormState }) {
  const { endpoints } = draft;
  const filled = services.filter((service) => (endpoints[service] ?? '') !== '');
  const [isOpen, setOpen] = useState(filled.length > 0);
  const [all = '', ...others] = new Set(services.map((service) => endpoints[service] ?? ''));
  return (
    <div className={styles.fold}>
      <Disclosure
        line={false}
        title={messages.account.addresses}
        hint={messages.account.addressesHint}
        open={isOpen}
        onOpen={setOpen}
      >
        <div className={styles.addresses}>
          <TextField
            label={messages.account.allAddresses}
            mono
            placeholder="https://"
            value={others.length === 0 ? all : ''}
            hint={messages.account.allAddressesHint}
            onChange={(event) => {
              const address = event.currentTarget.value;
              set({ endpoints: Object.fromEntries(services.map((service) => [service, address])) });
            }}
          />
          {services.map((service) => (
            <div key={service} data-path={`aws.endpoints.${service}`}>
              <TextField
                label={serviceWords[service]}
                mono
                value={endpoints[service] ?? ''}
                error={problemAt(`aws.endpoints.${service}`, endpoints[service] ?? '')}
                onChange={(event) =>
                  set({ endpoints: { ...endpoints, [service]: event.currentTarget.value } })
                }
              />
            </div>
          ))}
        </div>
      </Disclosure>
    </div>
  );
}
