import { useKept } from '#renderer/contract/use-kept.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { OutputOf } from '#shared/contract/contract.ts';
import { CheckRow } from '../check-part.tsx';
import { accessOfDraft, apiKinds, pipelineApiOfDraft, type FormDraft } from './draft.ts';
import { apiHints, apiWords, labelOfPath, messages } from './form-messages.ts';
import { Outcome, Step, type FormState } from './form-parts.tsx';
import styles from './form.module.css';
import { accessLacks } from './whose-account.tsx';

/** Asks where actions are sent and how to sign in there, and tries it. */
export function ApiStep({ form }: { readonly form: FormState }) {
  const { draft, set, problemAt, hidden } = form;
  const { api } = draft;
  return (
    <Step id="api" title={messages.api.title}>
      <div className={styles.inline}>
        <Segmented
          label={messages.api.kind}
          value={api}
          onChange={(next) => set({ api: next })}
          // A command runs on this machine, so only the file can name one.
          options={apiKinds
            .filter((kind) => kind !== 'command' || hasCommand(form))
            .map((kind) => ({ value: kind, label: apiWords[kind] }))}
        />
      </div>
      <p className={styles.quiet}>
        {apiHints[api]} {api === 'bearer' || api === 'sigv4' ? messages.api.commandByHand : ''}
      </p>
      {api === 'none' ? null : (
        <>
          <div className={styles.pair}>
            <div data-path="pipelineApi.baseUrl">
              <TextField
                label={messages.api.baseUrl}
                mono
                placeholder={hidden.includes('pipelineApi.baseUrl') ? messages.page.asInFile : 'https://'}
                value={draft.baseUrl}
                hint={messages.api.baseUrlHint}
                error={problemAt('pipelineApi.baseUrl', draft.baseUrl)}
                onChange={(event) => set({ baseUrl: event.currentTarget.value })}
              />
            </div>
            <AuthFields form={form} />
          </div>
          <TryPanel form={form} />
        </>
      )}
    </Step>
  );
}

/** Only an entry of the file can have a command, and only as it is there. */
function hasCommand({ hidden }: FormState): boolean {
  return hidden.includes('pipelineApi.auth.command');
}

function AuthFields({ form: { draft, set, problemAt } }: { readonly form: FormState }) {
  const { api, tokenFromEnvironment, issuer, clientId } = draft;
  if (api === 'bearer') {
    const path = 'pipelineApi.auth.tokenFromEnvironment';
    return (
      <div data-path={path}>
        <TextField
          label={messages.api.token}
          mono
          placeholder="PIPELINE_TOKEN"
          value={tokenFromEnvironment}
          hint={messages.api.tokenHint}
          error={problemAt(path, tokenFromEnvironment)}
          onChange={(event) => set({ tokenFromEnvironment: event.currentTarget.value })}
        />
      </div>
    );
  }
  if (api !== 'oidc') return null;
  return (
    <>
      <div data-path="pipelineApi.auth.issuer">
        <TextField
          label={messages.api.issuer}
          mono
          placeholder="https://"
          value={issuer}
          error={problemAt('pipelineApi.auth.issuer', issuer)}
          onChange={(event) => set({ issuer: event.currentTarget.value })}
        />
      </div>
      <div data-path="pipelineApi.auth.clientId">
        <TextField
          label={messages.api.clientId}
          mono
          value={clientId}
          error={problemAt('pipelineApi.auth.clientId', clientId)}
          onChange={(event) => set({ clientId: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

interface Tried {
  readonly asked: string;
  readonly answer: OutputOf<'connections.tryApi'>;
}

/** Returns the last try of this form's API, if the form still says the same. */
export function useTriedApi({ place, draft }: Pick<FormState, 'place' | 'draft'>) {
  const [tried, keep] = useKept<Tried | null>(['connection-form', place, 'api'], null);
  const asked = toQuestion(draft);
  return {
    tried: tried?.answer,
    isOutdated: tried !== null && tried.asked !== asked,
    keep: (of: FormDraft, answer: Tried['answer']) => keep(() => ({ asked: toQuestion(of), answer })),
  };
}

function toQuestion(draft: FormDraft): string {
  return JSON.stringify([pipelineApiOfDraft(draft), accessOfDraft(draft)]);
}

function TryPanel({ form }: { readonly form: FormState }) {
  const { draft, like, hidden } = form;
  const { tried, isOutdated, keep } = useTriedApi(form);
  const trying = useCommand('connections.tryApi', { toldInPlace: true });
  const { pipelineApi } = pipelineApiOfDraft(draft, hidden);
  const lacks = pipelineApi?.['baseUrl'] === '' ? messages.api.needsAddress : accessLacks(draft);

  async function run(): Promise<void> {
    if (pipelineApi === undefined) return;
    const asked = { pipelineApi, aws: accessOfDraft(draft) };
    const result = await trying.run(like === undefined ? asked : { ...asked, like });
    // The person may have typed another address meanwhile, and the answer belongs to the one that was asked.
    if (result.ok) keep(draft, result.value);
  }

  return (
    <section className={styles.panel} aria-label={messages.api.try}>
      <div className={styles.inline}>
        <Button
          icon="play"
          variant={tried === undefined || isOutdated ? 'primary' : 'default'}
          loading={trying.isRunning}
          disabled={lacks ?? false}
          onClick={() => void run()}
        >
          {tried === undefined ? messages.api.try : messages.api.tryAgain}
        </Button>
        <output className={styles.answer}>
          {trying.isRunning ? (
            <span className={styles.quiet}>{messages.api.trying}</span>
          ) : tried === undefined ? (
            <span className={styles.quiet}>{messages.api.tryHint}</span>
          ) : (
            <Outcome tone={tried.role === null || isOutdated ? 'quiet' : 'good'}>
              {isOutdated
                ? messages.api.outdated
                : tried.role === null
                  ? messages.api.noRole
                  : messages.api.role(tried.role)}
            </Outcome>
          )}
        </output>
      </div>
      {tried === undefined || isOutdated || trying.isRunning ? null : (
        <ul className={styles.checks}>
          {tried.checks.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      )}
      {isOutdated
        ? null
        : tried?.problems.map(({ path, problem }) => (
            <Note key={path} tone="bad">
              {`${labelOfPath(path)}: ${problem}`}
            </Note>
          ))}
      {trying.failure === undefined || trying.isRunning ? null : (
        <Note tone="bad" live>
          {trying.failure.message}
        </Note>
      )}
    </section>
  );
}
