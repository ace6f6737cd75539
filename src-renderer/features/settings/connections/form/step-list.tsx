import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { FilePreview } from '#shared/contract/connections.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { useTriedApi } from './api-step.tsx';
import { toSearchQuestion, type FormDraft } from './draft.ts';
import { apiWords, messages } from './form-messages.ts';
import { stepIds, type FormState, type StepId } from './form-parts.tsx';
import { useDiscovery } from './resources-step.tsx';
import styles from './step-list.module.css';
import { useIdentity } from './whose-account.tsx';

interface StepListProps {
  readonly form: FormState;
  readonly preview: FilePreview | undefined;
  readonly onGoTo: (step: StepId) => void;
}

/** Lists the steps with their state. Each leads to its part of the page. */
export function StepList({ form, preview, onGoTo }: StepListProps) {
  const standing = useStanding(form, preview);
  return (
    <nav className={styles.rail} aria-label={messages.page.steps}>
      <ol>
        {stepIds.map((step, index) => {
          const { state, words } = standing[step];
          return (
            <li key={step}>
              <button type="button" className={styles.railStep} onClick={() => onGoTo(step)}>
                <span className={classNames(styles.mark, styles[state])}>
                  {state === 'open' || state === 'filled' ? (
                    String(index + 1)
                  ) : (
                    <Icon name={stateIcons[state]} size={12} />
                  )}
                </span>
                <span className={styles.railText}>
                  <span className={styles.railTitle}>{messages[step].title}</span>
                  <span className={styles.railWords}>
                    <VisuallyHidden>{`${stateWords[state]}: `}</VisuallyHidden>
                    {words}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** `open` is not filled in yet, and `done` was confirmed by an answer. */
type StepState = 'open' | 'filled' | 'done' | 'wrong';

const stateIcons = { done: 'check', wrong: 'warning' } as const;

const stateWords: Readonly<Record<StepState, string>> = {
  open: 'not filled in',
  filled: 'filled in',
  done: 'confirmed',
  wrong: 'needs a correction',
};

interface Standing {
  readonly state: StepState;
  readonly words: string;
}

function useStanding(form: FormState, preview: FilePreview | undefined): Readonly<Record<StepId, Standing>> {
  const { draft } = form;
  const { identity } = useIdentity(form);
  const [looked] = useDiscovery(form);
  const { tried, isOutdated } = useTriedApi(form);
  const problems = preview?.problems ?? [];
  const named = Object.values(draft.names).filter((name) => name !== '').length;
  const isCurrent = looked?.asked === toSearchQuestion(draft);
  const found = isCurrent && looked.answer.state === 'found' ? looked.answer : undefined;
  return {
    account: standAccount(draft, identity),
    resources:
      found === undefined
        ? {
            state: draft.stage !== '' || named > 0 ? 'filled' : 'open',
            words: draft.stage === '' ? describeNamed(named) : `stage ${draft.stage}`,
          }
        : {
            state: found.denied.length > 0 ? 'filled' : 'done',
            words: `${String(found.parts.filter((part) => part.isSetting && part.found.length > 0).length)} found`,
          },
    api: {
      state:
        draft.api === 'none'
          ? 'filled'
          : tried !== undefined && !isOutdated && tried.role !== null
            ? 'done'
            : 'filled',
      words: apiWords[draft.api],
    },
    save:
      problems.length > 0
        ? { state: 'open', words: `${String(problems.length)} needed` }
        : { state: 'filled', words: preview === undefined ? '' : 'ready to save' },
  };
}

function describeNamed(count: number): string {
  return count === 0 ? 'not looked up' : `${String(count)} named by hand`;
}

function standAccount(draft: FormDraft, identity: ReturnType<typeof useIdentity>['identity']): Standing {
  if (identity?.state === 'known') {
    return identity.accountId === draft.accountId
      ? { state: 'done', words: groupedAccount(identity.accountId) }
      : { state: 'wrong', words: 'another account' };
  }
  if (identity?.state === 'stopped') return { state: 'wrong', words: 'not confirmed' };
  return draft.accountId === ''
    ? { state: 'open', words: 'choose a profile' }
    : { state: 'filled', words: 'not confirmed yet' };
}
