import type { Sent, SentKind, Stuck } from './sent-decisions.ts';

export function doneWord(kind: SentKind): string {
  return did[kind];
}

/** "inv-0409.pdf was not approved": what is certain, in a sentence. */
export function notDone({ fileName, kind }: Pick<Sent, 'fileName' | 'kind'>): string {
  return `${fileName ?? 'The document'} was not ${was[kind]}`;
}

/** The same, but of what nobody knows nothing is claimed. */
export function stuckTitle(sent: Pick<Sent, 'fileName' | 'kind' | 'stuck'>): string {
  if (sent.stuck?.kind !== 'unclear') return notDone(sent);
  return `Nobody knows yet whether ${sent.fileName ?? 'the document'} was ${was[sent.kind]}`;
}

/** Why, and what is kept. */
export function whyStuck(stuck: Stuck): string {
  switch (stuck.kind) {
    case 'unclear':
      return stuck.message;
    case 'held':
      return 'A colleague has taken it meanwhile. What you made of it is kept.';
    case 'changed':
      return 'Somebody has changed it meanwhile. What you made of it is kept.';
    case 'refused':
      return `${stuck.message} What you made of it is kept.`;
    default:
      return stuck.failure.code === 'sign-in-expired'
        ? 'Your sign-in has expired. Everything you typed is kept: sign in and send it again.'
        : `${stuck.failure.message} What you made of it is kept.`;
  }
}

const did: Readonly<Record<SentKind, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  check: 'Checked',
  'hand-over': 'Handed over',
  postpone: 'Set aside',
};

const was: Readonly<Record<SentKind, string>> = {
  approve: 'approved',
  reject: 'rejected',
  check: 'noted as checked',
  'hand-over': 'handed over',
  postpone: 'set aside',
};
