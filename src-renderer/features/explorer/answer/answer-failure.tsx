import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Failure, FailureCode } from '#shared/contract/result.ts';
import { ErrorState, NoPermissionState } from '#renderer/ui/states.tsx';

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
      notDone="No item is shown, and what you typed is kept."
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
  title: 'The question was not answered',
  next: 'Try again. If it keeps failing, search the log for this reference.',
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
        title: `There is no table ${name} here`,
        next: 'Name the right one in connections.json, or ask on the connection that has it.',
        canRetry: true,
      };
    }
    if (name === null && failure.what === `${declaration.id}.${key}`) {
      return {
        title: `This connection names no table for ${declaration.name}`,
        next: 'Give the table a name to ask questions of it.',
        canRetry: false,
      };
    }
  }
  return undefined;
}

const words: Partial<Readonly<Record<FailureCode, FailureTexts>>> = {
  throttled: {
    title: 'The table is too busy',
    next: 'Wait a moment, then try again; a smaller page asks for less at once.',
    canRetry: true,
  },
  'not-signed-in': {
    title: 'Not signed in to this account',
    next: 'Sign in, then try again.',
    canRetry: true,
  },
  'sign-in-expired': {
    title: 'The sign-in to AWS has expired',
    next: 'Sign in as you usually do for this profile, then try again.',
    canRetry: true,
  },
  'aws-unreachable': {
    title: 'AWS did not answer',
    next: 'Check the network or the VPN, then try again.',
    canRetry: true,
  },
  'host-unreachable': {
    title: "The console's process is not answering",
    next: 'Try again. If it keeps failing, restart Sluice.',
    canRetry: true,
  },
  'aws-refused': {
    title: 'AWS refused the question',
    next: 'Try again. If it keeps failing, use Check connection in Settings.',
    canRetry: true,
  },
  'invalid-input': {
    title: 'Invalid question',
    next: 'Correct the values above, then ask again.',
    canRetry: false,
  },
  'cursor-refused': {
    title: 'This page cannot be continued',
    next: 'Ask the question again from its first page.',
    canRetry: true,
  },
  'not-found': {
    title: 'Question not found',
    next: 'See which tables the connection names, in Settings.',
    canRetry: false,
  },
  'tenant-out-of-scope': {
    title: 'You have no access to this',
    next: 'Choose one of your tenants, or ask an admin.',
    canRetry: false,
  },
  'role-required': {
    title: 'Your role may not ask this',
    next: 'Ask a colleague whose role allows it.',
    canRetry: false,
  },
};
