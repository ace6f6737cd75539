/** The sentences of the shell, the session and the other parts of the app are here; Find has its own. */
export const messages = {
  tenants: {
    filter: 'Filter tenants…',
    filterLoaded: 'Filter loaded tenants…',
    reading: 'Loading the directory…',
    openedHere: 'Opened here',
    allMine: 'All my tenants',
    all: 'All tenants',
  },
  help: {
    readGuide: 'Read the guide',
    welcome: 'Welcome: three ways to begin',
  },
  unlock: {
    extend: 'Extend write access',
    unlock: 'Unlock for writing',
    reason: 'Reason or ticket',
    reasonNote: 'Written to the audit trail.',
    howLong: 'For how long',
  },
  band: {
    sandbox: 'no account needed, live pipelines',
    readOnly: 'read-only session',
    byFile: 'connections.json keeps it read-only',
  },
  jobs: {
    all: 'All jobs and their receipts',
    none: 'No jobs',
  },
  note: {
    copyCommand: 'Copy command',
  },
  find: {
    which: 'Find anything',
    pasteWhich:
      'Type a name, a page or a command. Or paste a batch, document or execution id, a message id, a FileID, an e-mail address or a tenant id.',
    nothingRead: 'Nothing was read.',
    notChecked: "Couldn't check whether this id exists.",
    nothingElse: 'Nothing else matches. Type a name or paste another id.',
    voted: 'Your vote was counted',
    foundOpening: 'Found, opening it',
    failedMessage: 'Failed message',
    openDeadLetters: 'Open Dead letters',
    openBatch: 'Open its batch',
    openDocument: 'Open its document',
    noErrorMessage: 'No error message was recorded.',
    noTenant: 'no tenant you have access to',
    searchLabel: 'Look for the document in batches',
    searchAll: 'Look in the newest batches',
    searchOf: (tenant: string): string => `Look in those of ${tenant}`,
    searchFailed: "Couldn't look for the document",
  },
  found: {
    personHint: 'person, what they did',
    groupHere: (cause: string): string => `Failure group ${cause} of this batch`,
    cause: (cause: string): string => `Cause ${cause} over all tenants`,
    causeHint: 'Incidents',
    documentHere: (id: string): string => `Find document ${id} in this batch`,
    byKey: 'one read by its key, from 0.5 RRU',
    lookThrough: (count: string): string => `Look through the ${count} documents of this batch by name`,
    readDirectory: 'Read more tenants of the directory',
    reading: 'Reading…',
    price: (units: string, price: string): string => `about ${units} RRU${price === '' ? '' : `, ${price}`}`,
    notRead: (why: string): string => `Couldn't read further. ${why}`,
  },
  shortcuts: {
    search: 'Search the keys',
    onThisPage: (title: string): string => `${title}, this page`,
    none: (text: string): string => `No key for “${text}”. Search for what it does, or for the key itself.`,
    keysOff: 'Single-key shortcuts are off and not listed.',
  },
  commands: {
    palette: 'Search or run a command',
    describeTable: 'Describe a table…',
    importModel: 'Import a model…',
  },
  notices: {
    several: (count: string): string => `${count} new notices`,
    newest: (alarms: string, queues: string, title: string): string =>
      `${alarms} and ${queues}. Newest: ${title}`,
    dismiss: 'Dismiss this notice',
    lost: (title: string): string => `${title}: a file could not be read and was set aside.`,
    showLost: 'Show what was lost',
  },
  problems: {
    notSaved: (setting: string): string => `Couldn't save the ${setting}`,
    partNotLoaded: "Couldn't load this part of Sluice",
    partNotLoadedWhy: "The console's process is not answering or has another version.",
    othersWork: 'Nothing was changed. The other screens are not affected.',
    reload: 'Try again. If it keeps failing, reload the page.',
    screenStopped: 'This screen stopped working',
    openAnother: 'Try again, or open another screen.',
    sendReference: 'Try again. If it keeps failing, send the reference to the people who run this console.',
  },
  settings: {
    singleKeys: 'When off, only shortcuts with Ctrl, Command or Alt work.',
  },
  session: {
    codeTitle: 'Enter the code from your device',
    codeLabel: (device: string): string => `Code on ${device}`,
    codeProblem: 'Enter the 6 digits that the device shows.',
    nothingDone: 'Nothing was read and nothing was changed.',
    untrusted: {
      browser: {
        title: 'This window is not signed in to Sluice',
        happened:
          'Each address that Sluice prints signs in one browser. This one was used in another browser, or it belongs to an earlier start.',
        next: 'Press Enter in the terminal where Sluice runs, or run npm start again, and open the address that it prints.',
      },
      electron: {
        title: 'Sluice does not recognise this window',
        happened: 'Sluice only answers the page that it loaded into its own window.',
        next: 'Try again. If it keeps failing, close Sluice and start it again. Running jobs continue at the next start.',
      },
    },
    unreachable: {
      browser: {
        title: "The console's process is not answering",
        happened: 'It has stopped, or the address belongs to an earlier start.',
        next: 'Start it again with npm start, and open the address it prints.',
      },
      electron: {
        title: "The console's process is not answering",
        happened: 'It has stopped, or is too busy to answer.',
        next: 'Try again. If it keeps failing, close Sluice and start it again. Running jobs continue at the next start.',
      },
    },
    notOpened: "Couldn't open Sluice",
    searchLog: 'Try again. If it keeps failing, search the log for this reference.',
    roleMeanwhile: 'Actions that require a role are not available until then.',
    noApi:
      'Your name and role come from the pipeline API, and this connection has none. Actions that require a role are not available.',
    apiFailed: (why: string, meanwhile: string): string =>
      `Your name and role come from the pipeline API, and you are not signed in there. ${why} ${meanwhile}`,
    apiInBrowser: (meanwhile: string): string =>
      `Your name and role come from the pipeline API. Finish signing in to it in the browser. ${meanwhile}`,
    apiNotYet: (meanwhile: string): string =>
      `Your name and role come from the pipeline API, and you have not signed in there yet. ${meanwhile}`,
    apiNotSignedIn: 'Not signed in to the pipeline API.',
    apiContinue: (issuer: string): string => `Continue in the browser at ${issuer}.`,
    signIn: 'Sign in',
    signInAgain: 'Sign in again',
    apiUnanswered: (meanwhile: string): string =>
      `Your name and role come from the pipeline API, which has not answered yet. ${meanwhile}`,
  },
  writing: {
    timeOver: 'Write access has expired',
    locked: 'Locked',
    extends: 'Restarts the time, replacing what is left. ',
    isReal: (name: string): string => `Changes to ${name} will be real, from every window of Sluice. `,
    locksAutomatically:
      'It locks automatically when the time is over or another connection is opened; “Lock now” locks it at once. Running jobs continue, and can be braked or ended. New jobs wait until you unlock again.',
    notUnlocked: "Couldn't unlock it.",
    reasonTooShort: 'Enter a reason of at least 3 characters, such as a ticket.',
    otherName: (typed: string, name: string): string => `“${typed}” does not match. Type ${name} exactly.`,
    started: (name: string, until: string): string => `${name} is writable${until}`,
    endsSoon: (name: string, time: string): string => `${name} locks in ${time}`,
    jobsContinue: 'Running jobs continue.',
    ended: (why: string): string => `${why}. Running jobs continue, and can be braked or ended.`,
  },
  shell: {
    failedBatches: (count: number, text: string): string =>
      count === 1 ? '1 failed batch' : `${text} failed batches`,
    waitingDocuments: (count: number, text: string): string =>
      count === 1 ? '1 document waits for review' : `${text} documents wait for review`,
    allShown: 'all shown here',
    allShownWhy: (tenant: string): string =>
      `This page shows all tenants. ${tenant} stays chosen for the others.`,
    noJobs: 'No jobs running. Bulk actions appear here with their progress and a brake.',
    jobsToCheck: (jobs: string): string => `${jobs} to check`,
    oneAlarm: '1 alarm firing',
    alarms: (count: string): string => `${count} alarms firing`,
    role: (role: string): string =>
      `Your role is ${role}. The pipeline assigns it and checks it at every change.`,
    hostGone:
      'You see earlier data; nothing can be read or changed. Sluice retries automatically. If the process has stopped, start it with npm start and open the address it prints.',
    nothingRead: 'Nothing has been read yet.',
    total: 'Total',
    noTenantMatch: (count: number): string => `No match among the ${String(count)} tenants loaded.`,
    noTenants: 'No tenants opened yet. Open one in Triage by its id or an e-mail.',
    noDirectory: 'No directory; only tenants opened here',
    readDirectory: 'Load more of the directory',
  },
};
