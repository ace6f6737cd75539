import type { IconName } from '#renderer/ui/product-icons.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Poller } from '#shared/contract/monitor.ts';
import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import { capitalize, counted } from '#shared/domain/formatting.ts';
import { describePace, monthAtPace } from '#shared/pricing/request-costs.ts';

export const messages = {
  page: {
    notRead: "Couldn't load your settings.",
    theme: "System follows this computer's setting.",
    motion: 'Reduced stops all transitions and spinners.',
    navigation: 'A narrow window collapses it automatically.',
    iconsAndWords: 'Icons and labels',
    iconsOnly: 'Icons only',
    due: 'Review is due',
    dueNote:
      'Counted from when a document starts waiting for review. Sets what the queue calls overdue or due soon; nothing is reassigned or closed.',
    checks: 'Check alarms and queues',
    whenHidden: 'When no window is visible',
    whenHiddenNote:
      'When paused, nothing is read and no notices appear until you return. In a browser, a hidden tab always pauses; only the desktop window can keep checking.',
    pause: 'Pause',
    keepChecking: 'Keep checking',
    noticesNote:
      'Notify when an alarm fires or a dead-letter queue is no longer empty: on the desktop when the window is not in front, otherwise on the page. When off, Monitor still lists them.',
  },
  sandbox: {
    opening: 'Opening the sandbox',
    noAnswer: 'The sandbox did not answer',
    nothingChanged: 'Nothing was changed in it.',
    searchLog: 'Try again. If it keeps failing, search the log for this reference.',
    world: 'Data',
    worldNote: 'generated from a seed, the same each time',
    past: 'History',
    generatedUntil: 'Generated until',
    traffic: 'Live traffic',
    startOver: 'Start over',
    startOverNote: 'Deletes everything done in the sandbox. Your settings and connections stay.',
    reset: 'Reset sandbox…',
    noLiveBatch: 'no live batches yet',
    open: 'Open sandbox',
    openNote: 'An account is open. Open the sandbox to see its data, pause its traffic or reset it.',
    wasReset: 'Sandbox reset',
    resetTitle: 'Reset the sandbox',
    resetNote:
      'Everything done in it is deleted: reviews, reprocessed documents, redriven messages, live batches. This cannot be undone.',
    resetNow: 'Reset sandbox',
    seedNote: 'The same seed gives the same history. Leave empty to keep the current seed.',
    seedProblem: 'A seed is a whole number of at most 16 digits.',
  },
  console: {
    reading: 'Reading the files of this console',
    notRead: "Couldn't read the files of this console",
    unaffected: 'Nothing was changed.',
    allWhole: (files: string): string => `${files}. None is damaged.`,
    problems: 'Damaged or set aside',
    problemsNote: 'Nothing here was deleted or overwritten',
    facts: 'Machine',
    free: (free: string, total: string): string => `${free} free of ${total}`,
    low: 'A full disk stops work. Make room.',
    noProxy: 'none in the environment',
    usualCertificates: "only Node's and the system's",
    connections: 'Connections and clock',
    connectionsNote: 'asked only when you press the button',
    reachTitle: 'Reachability, clock and certificates',
    reach: 'Ask each connection once',
    reachNote:
      'One call to each host without keys: nothing is read and nothing is charged. The answer shows whether it is reachable, how far the clock is off and when its certificate ends.',
    files: 'Files',
    noProblem: 'whole',
    damaged: (count: string): string => `${count} damaged`,
    notReadBack: 'not read back',
    report: 'Report for whoever helps',
    reportNote:
      'States, versions and the plain words of the last log lines. It has no secrets, names, ids or values. You see all of it before it is saved.',
    showReport: 'Show the report…',
    reportTitle: 'Report',
    save: 'Save as file',
    close: 'Close',
  },
  connections: {
    notRead: "Couldn't load the connections",
    unaffected: 'The open connection is not affected.',
    reading: 'Loading connections',
    listWidth: 'Width of the list of connections',
    notInFile: 'It is not in the file, or has a problem there. Choose one from the list.',
    noAccount: 'no account needed',
    problems: 'Problems in the file',
    problemsNext: 'Affected connections cannot be opened until you correct the file and read it again.',
    wholeFile: 'the whole file',
    entryRemoved: 'It was removed from connections.json.',
    entryChanged: 'Its entry in connections.json has changed.',
    staysOpen: 'It stays as opened until Sluice restarts.',
    readingEntry: 'Loading the connection',
    entryNotRead: "Couldn't load the connection",
    names: 'Names',
    partNames: 'Names of AWS resources',
    noName: 'no name',
    inFile: 'in the file',
    byConvention: 'by the convention',
    notNamed: 'not named',
    addresses: 'Custom addresses',
    addressesNote: "instead of the region's AWS addresses",
  },
  list: {
    title: 'Connections',
    add: 'Add',
    addWhat: 'a connection',
    addInFull: 'Add a connection',
    more: 'More about connections',
    import: 'Import…',
    export: 'Export for a colleague…',
    sandboxOnly: 'Only the sandbox',
    onlySandbox: 'Only the sandbox is set up.',
    onlySandboxNext:
      'Connect an account with a profile of your AWS configuration, or import the connections of a colleague.',
  },
  pane: {
    edit: 'Edit',
    more: (name: string) => `More about ${name}`,
    duplicate: 'Duplicate…',
    moveUp: 'Move up',
    moveDown: 'Move down',
    export: 'Export for a colleague…',
    remove: 'Remove…',
    moved: (name: string, place: number) => `${name} is number ${String(place)} now`,
    notMoved: "Couldn't move the connection",
  },
  remove: {
    title: (name: string) => `Remove ${name}`,
    what: 'Its entry is removed from connections.json. Nothing in AWS changes, and the audit trail keeps its lines.',
    isOpen: 'It is open now, and stays open until Sluice restarts.',
    comparing: 'Comparing with the file',
    difference: 'Change of the file',
    remove: 'Remove',
    removed: (name: string) => `${name} removed`,
    copyKept: 'The file before this change was kept as a copy beside it.',
    conflict:
      'The file has changed meanwhile, and nothing was written. This is the change against the file as it is now. Save again if it is right.',
    mistakes: 'Nothing was written. Correct what is marked.',
  },
  exchange: {
    exportTitle: 'Export connections',
    exportNote:
      'Your colleague imports this text, and is asked for a profile and for the name of the variable that has a token.',
    which: 'Connections',
    text: 'Text for a colleague',
    copy: 'Copy the text',
    noSecret: 'No secret, no profile and no command is in it.',
    saveFile: 'Save as file',
    written: 'sluice-connections.json was written',
    importTitle: 'Import connections',
    importSub: 'nothing is saved before you add them',
    back: 'Back to the list',
    paste: 'Text or file',
    pasteHint:
      "A colleague's export, a connections.json, your AWS configuration file, or the settings of the AWS Toolkit.",
    chooseFile: 'Choose a file…',
    clear: 'Clear',
    reading: 'Reading',
    from: {
      sluice: 'An export of Sluice',
      'connections-file': 'A connections.json',
      'aws-configuration': 'An AWS configuration',
      'aws-toolkit': 'Settings of the AWS Toolkit',
      'nothing-known': 'Nothing to import',
    },
    unnamed: 'without a name',
    complete: 'complete',
    inForm: 'Continue in the form',
    change: 'Change of the file',
    stillMissing: 'Fill in what is missing first.',
    add: (count: number) => (count === 1 ? 'Add 1 connection' : `Add ${String(count)} connections`),
    added: (count: number) => (count === 1 ? '1 connection added' : `${String(count)} connections added`),
  },
  file: {
    region: 'Connections file',
    title: 'Connections file',
    copyPath: 'Copy file path',
    readAgain: 'Reload',
    byHand: 'Can be edited by hand; reload it afterwards.',
  },
  signIn: {
    noneNeeded: 'none needed: AWS is embedded',
    noStage: 'none: the file must name each resource',
    signsInBy: 'Signs in with',
    noExpiry: 'no expiry',
    openToSee: 'Open the connection to see who you are.',
    embedded: 'embedded, with the pipelines',
    noAddress: 'none in the file',
    roleUnknown: 'unknown: the API has not answered yet',
    noApi: 'No API configured, so no actions are available on this connection.',
    noApiShort: 'no API configured',
    notYet: 'not signed in yet',
    signingIn: 'signing in',
    signedIn: 'signed in',
    notSignedIn: 'not signed in',
    newSignIn: 'needs a new sign-in',
    otherAccount: 'keys of another account',
    noWay: 'no way to sign in',
    cancelled: 'sign-in cancelled',
    unreachable: "couldn't reach AWS",
    refused: 'AWS refused the sign-in',
  },
  check: {
    hint: 'makes each call Sluice needs once; reads no data',
    check: 'Check connection',
    checkAgain: 'Check again',
    checking: 'Checking the connection',
    sandbox: 'The sandbox runs inside Sluice without sign-in or permissions. Nothing to check.',
    notYet:
      'Not checked yet in this window. A check shows the account, differences from what Sluice expects, denied calls and a policy that allows them.',
    asking: 'Checking',
    notChecked: "Couldn't check the connection.",
    earlierShown: 'The earlier result is shown below.',
    nothingRead: 'Nothing was read.',
    copyReference: 'Copy the reference',
    meaning: 'What it means',
    policy: 'Policy that allows the denied calls',
    policyTitle: 'Missing permissions',
    policyNote: 'an IAM policy for whoever grants permissions',
    copyPolicy: 'Copy policy',
  },
};

/** Returns the usual choices, and the saved value if it is another. */
export function listDueOptions(kept: number): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...usual, kept])]
    .toSorted((left, right) => left - right)
    .map((hours) => ({
      value: String(hours),
      label: hours === 1 ? 'After 1 hour' : `After ${String(hours)} hours`,
    }));
}

const usual = [4, 8, 24, 48, 72];

/** "Every 10 seconds". */
export function formatPace(seconds: number): string {
  return capitalize(describePace(seconds));
}

/** "With the charts open now, a look takes 14 metrics and 2 calls: about $0.62 a month without a pause, by AWS list prices." */
export function describeBudget(poller: Poller | undefined): string {
  if (poller === undefined) return 'Cost unknown until the first check.';
  if (poller.state === 'off') return poller.why ?? 'Checks are off on this connection.';
  const { metrics, calls, months, priceBook } = poller.budget;
  const look = `With the charts open now, a full check reads ${counted(metrics, 'metric')} in ${counted(calls, 'call')}`;
  const month = monthAtPace(months, poller.seconds);
  return month === null
    ? `${look}. Cost unknown: ${priceBook.name} has no price for it.`
    : `${look}: about ${month} a month without pauses, less while all is quiet, by ${priceBook.name}.`;
}

interface AccessText {
  readonly words: string;
  readonly icon: IconName;
}

/** Describes whether the connection is writable now, and whether that can be changed. */
export function describeAccess({ readOnly, unlockable }: ConnectionSummary): AccessText {
  if (readOnly) return { words: unlockable ? 'Locked, can be unlocked' : 'Read-only', icon: 'lock' };
  return { words: unlockable ? 'Unlocked' : 'Writable', icon: 'unlock' };
}

/** Describes the access in a full sentence. */
export function explainAccess({ kind, readOnly, unlockable }: ConnectionSummary): string {
  if (kind === 'sandbox') return 'writable; nothing leaves this machine';
  if (!readOnly) return unlockable ? 'unlocked, locks automatically' : 'writable, as far as your role allows';
  return unlockable ? 'locked, can be unlocked' : 'read-only in connections.json';
}

/** "all tenants", or their names. */
export function describeTenants(tenants: Persona['tenants']): string {
  if (tenants === '*') return 'all tenants';
  if (tenants.length === 0) return 'no tenant';
  const named = tenants.slice(0, mostNamed).join(', ');
  const others = tenants.length - mostNamed;
  return others > 0 ? `${named} and ${String(others)} more` : named;
}

/**
 * Updates the open connection from the session, because the list is read once. A connection that is not open
 * has locked itself since.
 */
export function applySession(
  connections: readonly ConnectionSummary[],
  session: Session | undefined,
): readonly ConnectionSummary[] {
  if (session === undefined) return connections;
  const { connection } = session;
  return connections.map((one) =>
    one.id === connection.id ? connection : { ...one, readOnly: one.readOnly || one.unlockable },
  );
}

const mostNamed = 4;

type Read = OutputOf<'connections.readFile'>;

interface DescribedEntries {
  readonly message: string;
  readonly detail?: string;
  readonly tone?: 'failed';
}

/** Describes the entries that have changed. */
export function describeReadAgain({
  connections,
  added,
  changed,
  removed,
  kept,
  problems,
}: Read): DescribedEntries {
  const nameOf = (id: string): string => connections.find((one) => one.id === id)?.name ?? id;
  const said = [
    formatNames('Added', added.map(nameOf)),
    formatNames('Changed', changed.map(nameOf)),
    formatNames('Removed', removed),
    formatNames(
      'Unchanged until Sluice restarts',
      kept.map(({ connectionId }) => nameOf(connectionId)),
    ),
  ].filter((words) => words !== '');
  const detail = said.length === 0 ? {} : { detail: said.join(' ') };
  if (problems.length > 0) {
    const how = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    return { message: `connections.json has ${how}`, ...detail, tone: 'failed' };
  }
  const isNews = added.length + changed.length + removed.length + kept.length > 0;
  return {
    message: isNews ? 'connections.json reloaded' : 'connections.json is unchanged',
    ...detail,
  };
}

function formatNames(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`;
}
