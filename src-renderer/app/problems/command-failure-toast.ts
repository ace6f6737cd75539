import type { CommandName } from '#shared/contract/contract.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { CommandFailure } from '#renderer/contract/query-client.ts';
import type { ToastOptions } from '#renderer/ui/toast.tsx';

/** Says what was not done and why, with the reference for the log, and offers a retry if one can help. */
export function commandFailureToast({ operation, input, failure, retry }: CommandFailure): ToastOptions {
  const isUnreachable = failure.code === 'host-unreachable';
  const canRetry = isUnreachable || failure.code === 'storage-failed';
  const reference = failure.reference === '' ? '' : ` Reference ${failure.reference}`;
  return {
    // While the host is unreachable every command fails alike, so one toast with the latest failure is enough.
    id: isUnreachable ? 'unreachable' : `failed-${operation}`,
    tone: 'failed',
    message: `${notDone(operation, input)}.`,
    detail: `${failure.message}${reference}`,
    // Writing down a reference takes longer than a toast usually stays.
    timeoutMs: 20_000,
    action: canRetry ? { label: 'Try again', onAction: retry } : undefined,
  };
}

function notDone(operation: CommandName, input: unknown): string {
  if (operation !== 'preferences.save') return words[operation];
  const [changed, ...others] = Object.keys(input as Partial<Preferences>) as (keyof Preferences)[];
  if (changed === undefined || others.length > 0) return words[operation];
  return `The ${preferenceWords[changed]} was not saved`;
}

const words: Readonly<Record<CommandName, string>> = {
  'session.actAs': 'The person was not switched',
  'connections.open': 'The connection was not opened',
  'connections.readFile': 'The file of connections was not read again',
  'connections.check': 'The connection was not checked',
  'connections.signIn': 'Nobody was signed in',
  'connections.answerCode': 'The code was not handed over',
  'connections.giveUpSignIn': 'The sign-in was not given up',
  'connections.unlock': 'The connection stays read-only',
  'connections.lock': 'The connection was not locked',
  'sandbox.reset': 'The sandbox was not reset',
  'sandbox.setTraffic': 'The live traffic was not changed',
  'preferences.save': 'Your settings were not saved',
  'explorer.reveal': 'The value stays masked',
  'explorer.export': 'Nothing was exported',
  'explorer.refuse': 'The question was not counted',
  'tenants.pin': 'The list of pinned tenants was not changed',
  'documents.reveal': 'The value stays masked',
  'plans.make': 'No plan was made',
  'plans.start': 'The plan was not started',
  'jobs.export': 'Nothing was exported',
  'jobs.brake': 'The job was not braked',
  'jobs.resume': 'The job does not go on',
  'jobs.end': 'The job was not ended',
  'audit.export': 'Nothing was exported',
  'review.read': "Couldn't load the document",
  'review.claim': 'The document was not claimed',
  'review.release': 'The document was not given back',
  'review.decide': 'The document was not decided',
  'review.undo': 'The decision was not taken back',
  'review.handOver': 'The document was not handed over',
  'review.check': 'The check was not noted',
  'review.postpone': 'The document was not set aside',
  'review.saveDraft': 'What you typed is not kept on this machine yet',
  'dead-letters.sample': 'No message was received',
  'dead-letters.hold': 'The messages are not held for longer',
  'dead-letters.release': 'The messages were not given back; they come back by themselves',
  'dead-letters.message': 'The message was not opened',
  'dead-letters.reveal': 'The value stays masked',
  'dead-letters.export': 'Nothing was exported',
  'dead-letters.move': 'SQS does not move the queue, as far as is known',
  'dead-letters.cancelMove': 'The move goes on',
  'monitor.look': 'Nothing was looked at',
  'workflows.saveThresholds': 'The thresholds were not changed, as far as is known',
  'clipboard.copy': 'Nothing was copied',
  'problems.report': 'The problem was not written to the log',
};

const preferenceWords: Readonly<Record<keyof Preferences, string>> = {
  theme: 'theme',
  motion: 'choice of motion',
  navigation: 'width of the navigation',
  singleKeys: 'choice of single-key shortcuts',
  reviewDueHours: 'time until a review is due',
  pollSeconds: 'time between two looks',
  pollHidden: 'choice of what happens out of sight',
  notices: 'choice of notices',
};
