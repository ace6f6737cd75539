import type { CommandName } from '#shared/contract/contract.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { CommandFailure } from '#renderer/contract/query-client.ts';
import type { ToastOptions } from '#renderer/ui/toast.tsx';
import { messages } from '../messages.ts';

export const unreachableToast = 'unreachable';

/** Says what was not done and why, with the reference for the log, and offers a retry if one can help. */
export function commandFailureToast({ operation, input, failure, retry }: CommandFailure): ToastOptions {
  const isUnreachable = failure.code === 'host-unreachable';
  const canRetry = isUnreachable || failure.code === 'storage-failed';
  const reference = failure.reference === '' ? '' : ` Reference ${failure.reference}`;
  return {
    // While the host is unreachable every command fails alike, so one toast with the latest failure is enough.
    id: isUnreachable ? unreachableToast : `failed-${operation}`,
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
  return messages.problems.notSaved(preferenceWords[changed]);
}

const words: Readonly<Record<CommandName, string>> = {
  'session.actAs': "Couldn't switch the user",
  'connections.open': "Couldn't open the connection",
  'connections.readFile': "Couldn't reload the connections file",
  'connections.check': "Couldn't check the connection",
  'connections.identify': "Couldn't ask AWS whose profile it is",
  'connections.signInProfile': "Couldn't run the sign-in",
  'connections.stopSignIn': "Couldn't stop the sign-in",
  'connections.discover': "Couldn't look for the parts of the account",
  'connections.checkEntry': "Couldn't check the connection",
  'connections.tryApi': "Couldn't try the pipeline API",
  'connections.saveFile': "Couldn't save the connections file",
  'connections.signIn': "Couldn't sign in",
  'connections.answerCode': "Couldn't send the code",
  'connections.giveUpSignIn': "Couldn't cancel the sign-in",
  'connections.unlock': 'The connection stays read-only',
  'connections.lock': "Couldn't lock the connection",
  'sandbox.reset': "Couldn't reset the sandbox",
  'sandbox.setTraffic': "Couldn't change the live traffic",
  'preferences.save': "Couldn't save your settings",
  'catalogue.describeTable': "Couldn't describe the table",
  'catalogue.sampleKeys': "Couldn't sample keys",
  'catalogue.importModel': "Couldn't import the model",
  'catalogue.saveDraft': 'The draft was not saved',
  'catalogue.removeFile': 'The file was not removed',
  'explorer.reveal': 'The value stays masked',
  'explorer.export': 'Nothing was exported',
  'explorer.refuse': "Couldn't count your vote",
  'incidents.note': "Couldn't save the note on the cause",
  'incidents.work': "Couldn't note who works on the cause",
  'batches.work': "Couldn't note who works on the batch",
  'activity.note': "Couldn't save the note",
  'home.reach': "Couldn't ask the connections",
  'tenants.pin': "Couldn't change the pinned tenants",
  'documents.reveal': 'The value stays masked',
  'documents.revealFields': 'The values stay masked',
  'plans.make': "Couldn't make the plan",
  'plans.setPace': "Couldn't change the pace",
  'plans.start': "Couldn't start the plan",
  'jobs.export': 'Nothing was exported',
  'jobs.brake': "Couldn't brake the job",
  'jobs.resume': "Couldn't resume the job",
  'jobs.setPace': "Couldn't change the pace",
  'jobs.end': "Couldn't end the job",
  'audit.export': 'Nothing was exported',
  'review.read': "Couldn't load the document",
  'review.amounts': "Couldn't load the amounts",
  'review.claim': "Couldn't reserve the document",
  'review.next': "Couldn't reserve the next document",
  'review.release': "Couldn't give the document back",
  'review.decide': "Couldn't save the decision",
  'review.undo': "Couldn't undo the decision",
  'review.handOver': "Couldn't hand the document over",
  'review.refile': "Couldn't file the document",
  'review.check': "Couldn't record the check",
  'review.postpone': "Couldn't postpone the document",
  'review.saveDraft': 'Your draft is not saved on this machine yet',
  'dead-letters.sample': "Couldn't receive messages",
  'dead-letters.hold': "Couldn't hold the messages longer",
  'dead-letters.release': "Couldn't give the messages back; they come back automatically",
  'dead-letters.message': "Couldn't open the message",
  'dead-letters.reveal': 'The value stays masked',
  'dead-letters.export': 'Nothing was exported',
  'dead-letters.move': 'Queue move not confirmed',
  'dead-letters.cancelMove': "Couldn't cancel the move; it continues",
  'monitor.look': "Couldn't check alarms and queues",
  'costs.bill': "Couldn't compare with the bill",
  'costs.revertBook': "Couldn't revert the price book",
  'costs.saveBudget': "Couldn't save the budget",
  'costs.stopBill': "Couldn't stop the comparison",
  'costs.useBook': "Couldn't use the price book",
  'workflows.saveThresholds': 'Thresholds not confirmed as changed',
  'workflows.saveObjective': "Couldn't save the objective",
  'workflows.saveReview': "Couldn't save how the workflow is reviewed",
  'workflows.changeSuppliers': "Couldn't change the suppliers",
  'workflows.changeOrders': "Couldn't change the purchase orders",
  'clipboard.copy': 'Nothing was copied',
  'lookup.noteOpened': "Couldn't remember what was opened",
  'problems.report': "Couldn't write the problem to the log",
};

const preferenceWords: Readonly<Record<keyof Preferences, string>> = {
  theme: 'theme',
  motion: 'motion setting',
  navigation: 'navigation width',
  singleKeys: 'single-key shortcut setting',
  reviewDueHours: 'review due time',
  pollSeconds: 'check interval',
  pollHidden: 'background setting',
  notices: 'notice setting',
  welcomed: 'visit to Welcome',
};
