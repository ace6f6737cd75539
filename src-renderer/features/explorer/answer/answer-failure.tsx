import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { ErrorState, NoPermissionState } from '#renderer/ui/states.tsx';
import { messages } from '../messages.ts';

interface AnswerFailureProps {
  readonly failure: Failure;
  readonly system: OpenSystem;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** Says why there is no answer, what was not done, and the next step. */
export function AnswerFailure({ failure, system, onRetry, retrying }: AnswerFailureProps) {
  if (failure.code === 'read-denied') {
    return (
      <NoPermissionState
        title={`This role may not read ${nameTableOrIndex(failure.resource)}`}
        forAdmin={`${failure.action} on ${failure.resource}`}
        onRetry={onRetry}
      >
        {failure.message}
      </NoPermissionState>
    );
  }
  const { title, next, canRetry } = describeTableFailure(failure, system) ?? describeFailure(failure);
  return (
    <ErrorState
      title={title}
      happened={failure.message}
      notDone={messages.answer.denied}
      next={next}
      reference={failure.reference}
      onRetry={canRetry ? onRetry : undefined}
      retrying={retrying}
    />
  );
}

/** "table/documents/index/GSI2" */
function nameTableOrIndex(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1);
}

interface FailureTexts {
  readonly title: string;
  readonly next: string;
  readonly canRetry: boolean;
}

export function describeFailure({ code }: Failure): FailureTexts {
  return words[code] ?? unexpected;
}

const unexpected: FailureTexts = {
  title: messages.failures.unanswered,
  next: messages.failures.searchLog,
  canRetry: true,
};

function describeTableFailure(
  failure: Failure,
  { declaration, tableNames }: OpenSystem,
): FailureTexts | undefined {
  if (failure.code !== 'not-found') return undefined;
  for (const [key, name] of Object.entries(tableNames)) {
    if (failure.what === name) {
      return {
        title: `No table ${name} here`,
        next: messages.failures.rightTable,
        canRetry: true,
      };
    }
    if (name === null && failure.what === `${declaration.id}.${key}`) {
      return {
        title: `This connection names no table for ${declaration.name}`,
        next: messages.failures.nameTable,
        canRetry: false,
      };
    }
  }
  return undefined;
}

const words: Partial<Readonly<Record<FailureCode, FailureTexts>>> = {
  throttled: {
    title: messages.failures.busy,
    next: messages.failures.busyNext,
    canRetry: true,
  },
  'not-signed-in': {
    title: messages.failures.notSignedIn,
    next: messages.failures.signIn,
    canRetry: true,
  },
  'sign-in-expired': {
    title: messages.failures.signInExpired,
    next: messages.failures.signInAgain,
    canRetry: true,
  },
  'aws-unreachable': {
    title: messages.failures.unreachable,
    next: messages.failures.checkNetwork,
    canRetry: true,
  },
  'host-unreachable': {
    title: messages.failures.hostGone,
    next: messages.failures.restart,
    canRetry: true,
  },
  'aws-refused': {
    title: messages.failures.awsRefused,
    next: messages.failures.checkConnection,
    canRetry: true,
  },
  'invalid-input': {
    title: messages.failures.invalid,
    next: messages.failures.correct,
    canRetry: false,
  },
  'cursor-refused': {
    title: messages.failures.pageLost,
    next: messages.failures.firstPage,
    canRetry: true,
  },
  'not-found': {
    title: messages.failures.notFound,
    next: messages.failures.seeTables,
    canRetry: false,
  },
  'tenant-out-of-scope': {
    title: messages.failures.noAccess,
    next: messages.failures.ownTenant,
    canRetry: false,
  },
  'role-required': {
    title: messages.failures.wrongRole,
    next: messages.failures.colleague,
    canRetry: false,
  },
};
