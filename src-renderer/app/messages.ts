/** The sentences of the shell, the session and the other parts of the app are here; Find has its own. */
export const messages = {
  commands: {
    palette: 'Search or run a command',
  },
  notices: {
    several: (count: string): string => `${count} new notices`,
    newest: (alarms: string, queues: string, title: string): string =>
      `${alarms} and ${queues}. Newest: ${title}`,
  },
  problems: {
    notSaved: (setting: string): string => `Couldn't save the ${setting}`,
    partNotLoaded: "Couldn't load this part of the console",
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
    codeTitle: 'Enter the code of your device',
    codeLabel: (device: string): string => `Code on ${device}`,
    codeProblem: 'Enter the 6 digits that the device shows.',
    onlyItsWindows:
      'The console accepts only windows opened with the address it printed, and that address works once.',
    notSignedIn: 'This window is not signed in to its console',
    nothingDone: 'Nothing was read and nothing was changed.',
    openAddress: 'Open the address that the terminal printed, or restart the console for a new one.',
    notAnswering: "The console's process is not answering",
    stopped: 'It has stopped, or the address belongs to an earlier start.',
    startAgain: 'Start it again with npm start, and open the address it prints.',
    notOpened: "Couldn't open the console",
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
    apiUnanswered: (meanwhile: string): string =>
      `Your name and role come from the pipeline API, which has not answered yet. ${meanwhile}`,
  },
  writing: {
    timeOver: 'The time for writing is over',
    locked: 'It was locked',
    extends: `The time starts again and replaces what is left of it. `,
    isReal: (name: string): string => `Changes to ${name} are then real, from every window of this console. `,
    locksAutomatically:
      'It locks automatically when the time is over or another connection is opened; “Lock now” locks it at once. Jobs that were started continue, and can be braked and ended. New ones wait until it is unlocked again.',
    notUnlocked: "Couldn't unlock it.",
    reasonTooShort: 'Enter a reason of at least 3 characters, such as a ticket.',
    otherName: (typed: string, name: string): string => `“${typed}” does not match. Type ${name} exactly.`,
    started: (name: string, until: string): string => `${name} is writable${until}`,
    endsSoon: (name: string, time: string): string => `${name} locks in ${time}`,
    jobsContinue: 'Jobs that were started continue.',
    ended: (why: string): string => `${why}. Jobs that were started continue, and can be braked and ended.`,
  },
  shell: {
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
    noDirectory: 'No directory: only tenants opened here',
    readDirectory: 'Read more of the directory',
  },
};
