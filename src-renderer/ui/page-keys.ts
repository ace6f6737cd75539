/**
 * Every key is declared here once. Pages bind what it does with `usePageKeys`, buttons and hints show it, and the
 * sheet of shortcuts lists it, in the order of these groups. Each line of the sheet names its actions with their keys.
 */
const groups = {
  welcome: group('Welcome', {
    'Look around in the sandbox': { sandbox: '1' },
    'Connect an account': { account: '2' },
    'Open a link from a colleague': { link: '3' },
    'Skip to Today': { skip: 'Escape' },
  }),
  today: group('Today', {
    'Read the page again': { readAgain: 'U' },
    'Start reviewing': { startReviewing: 'B' },
  }),
  explorer: group('Explorer', {
    'Ask the question': { ask: 'Mod+Enter' },
    'Go to the questions': { questions: 'Q' },
    'Go to the form': { form: 'F' },
    'Open or close the item': { item: ']' },
  }),
  triage: group('Triage', {
    'Plan a reprocess of the group, selection or document': { reprocess: 'P' },
    'Say that you work on the batch': { work: 'W' },
    'Write what to do about the cause': { note: '.' },
    'Back to where this was opened from': { back: 'Escape' },
    'Brake the shown job': { brake: 'Space' },
    'Next document, previous document of the list': { nextDocument: 'N', previousDocument: 'Shift+N' },
    'Compare the document with a good one': { compare: 'C' },
    'Show all values of the document': { showAll: 'V' },
  }),
  plans: group('Plans and jobs', {
    'Change the pace of the shown plan or job': { pace: 'P' },
  }),
  incidents: group('Incidents', {
    'Read the page again': { readAgain: 'U' },
    'All, new, growing or gone causes': { all: '1', new: '2', growing: '3', gone: '4' },
    'Set the time of a deploy': { deploy: 'D' },
    'Say that you work on the cause': { work: 'W' },
    'Plan a reprocess of the cause': { reprocess: 'P' },
    'Write what to do about the cause': { note: '.' },
    'Open its batches in Triage': { triage: 'O' },
    'Back to the list': { back: 'Escape' },
  }),
  review: group('Review', {
    'Start reviewing, or open the document': { start: 'Enter' },
    'Accept the field and go to the next': { accept: 'Enter' },
    'Approve and open the next document': { decide: 'Mod+Enter' },
    'Next flagged field, previous flagged field': { nextFlagged: 'J', previousFlagged: 'K' },
    'Next field of any kind, previous field': { nextField: 'Shift+J', previousField: 'Shift+K' },
    'Take the first reading, the second reading': { firstReading: '1', secondReading: '2' },
    'Go to the next failed rule': { nextFailure: 'F' },
    'Type the value': { type: 'E' },
    'Take the value from the page': { take: 'T' },
    'Mark the field unreadable': { unreadable: 'X' },
    'Mark the field as not on the document': { absent: 'D' },
    'Go to the line items, or back to the fields': { lines: 'L' },
    'Add a line below, above': { addBelow: 'Mod+I', addAbove: 'Mod+Shift+I' },
    'Duplicate or delete the line': { duplicate: 'Mod+Shift+D', remove: 'Mod+Delete' },
    'Split the line, merge it with the next': { split: 'Mod+Shift+J', merge: 'Mod+J' },
    'Move the line up, down': { moveUp: 'Alt+ArrowUp', moveDown: 'Alt+ArrowDown' },
    'Copy the cell down': { copyDown: 'Mod+D' },
    'Move the rest of the column up, down': {
      columnUp: 'Alt+Shift+ArrowUp',
      columnDown: 'Alt+Shift+ArrowDown',
    },
    'Swap the column with the one on its left, right': {
      columnLeft: 'Alt+Shift+ArrowLeft',
      columnRight: 'Alt+Shift+ArrowRight',
    },
    'Paste from a spreadsheet': { paste: 'Mod+V' },
    'Take back the last change or decision, do it again': { takeBack: 'Mod+Z', doAgain: 'Mod+Shift+Z' },
    'Undo the last decision, until it is final': { undo: 'U' },
    'Reject with a reason': { reject: 'R' },
    'Postpone for an hour, until a day': { postpone: 'P', postponeUntil: 'Shift+P' },
    'Hand over to a colleague': { handOver: 'H' },
    'File under another workflow': { fileElsewhere: 'O' },
    'Divide a file with several documents': { divide: 'S' },
    'Join with another document': { join: 'B' },
    'Comments, with the notes of hand-overs': { comments: 'Shift+C' },
    'My latest decisions': { decisions: 'Y' },
    'Write a comment': { comment: 'C' },
    'Leave it and open the next document': { nextDocument: 'N' },
    'Claim it, or ask for the outcome again': { askAgain: 'A' },
    'Show or hide whole account numbers': { reveal: 'I' },
    'Find on the page': { find: 'Mod+F' },
    'Previous page, next page, go to a page': { previousPage: '[', nextPage: ']', goToPage: 'Shift+G' },
    "Zoom to the field's box": { toBox: 'Z' },
    'Larger, smaller': { larger: '+', smaller: '-' },
    'Whole page, whole width': { whole: '0', width: 'W' },
    'Turn the page': { turn: '.' },
    'Back to the list': { back: 'Escape' },
  }),
  deadLetters: group('Dead letters', {
    'The queues, the discarded messages': { queues: '1', discarded: '2' },
    'Next queue, previous queue': { nextQueue: 'Q', previousQueue: 'Shift+Q' },
    'Sort the queues by expiry, age or depth': { sort: 'Y' },
    'Sample more messages (counts as a receive)': { sample: 'N' },
    'Plan a redrive of the selection or group, or to send discarded messages again': { redrive: 'P' },
    'Write what to do about the cause of the group': { note: '.' },
    'Have SQS redrive the whole queue': { redriveAll: 'B' },
    'Edit and redrive the selected message': { edit: 'F' },
    'Extend the hold on sampled messages': { holdLonger: 'H' },
    'Give back the sampled messages': { giveBack: 'U' },
    'Open the document of the message': { document: 'O' },
    'Open the execution that worked on it': { execution: 'V' },
    'Back: message, group, selection': { back: 'Escape' },
  }),
  downloads: group('Downloads', {
    'Day before, day after': { dayBefore: 'ArrowLeft', dayAfter: 'ArrowRight' },
    'Week before, week after': { weekBack: 'Shift+ArrowLeft', weekOn: 'Shift+ArrowRight' },
    Today: { today: 'Home' },
    'Reload the chosen day': { readAgain: 'R', readAgainToo: 'U' },
    'Next batch, previous batch': { nextBatch: 'Q', previousBatch: 'Shift+Q' },
    'Plan a requeue of the selection, the file or all that need it': { requeue: 'P' },
    'Plan to run the day again': { runAgain: 'N' },
    'Plan to close the batch': { close: 'F' },
    'Back: file, status, batch': { back: 'Escape' },
  }),
  workflows: group('Workflows', {
    'Save the thresholds': { save: 'Mod+Enter' },
    'Move the threshold by 0.01': { less: 'ArrowLeft', more: 'ArrowRight' },
    'Move the threshold by 0.05': { muchLess: 'Shift+ArrowLeft', muchMore: 'Shift+ArrowRight' },
    'Discard the draft': { discard: 'U' },
    'Go to the history': { history: 'H' },
    'Back to the list': { back: 'Escape' },
  }),
  monitor: group('Monitor', {
    'Check alarms and queues now': { check: 'U' },
    'Longer range, shorter range': { longer: '+', shorter: '-' },
    'Next alarm, previous alarm': { nextAlarm: 'J', previousAlarm: 'K' },
    'Open the page for this alarm': { openPlace: 'O' },
    'Move the time cursor of the charts': { earlier: 'ArrowLeft', later: 'ArrowRight' },
    'Back to all alarms': { back: 'Escape' },
  }),
  help: group('Help', {
    'Search the guide': { search: '/' },
    'Next page, previous page of the guide': { next: 'J', previous: 'K' },
  }),
  connections: group('Settings: connections', {
    'Open the shown connection': { open: 'O' },
    'Check the shown connection': { check: 'U' },
    'Add a connection': { add: 'N' },
    'Edit the shown connection': { edit: 'F' },
    'Move the shown connection up, down': { moveUp: 'Alt+ArrowUp', moveDown: 'Alt+ArrowDown' },
  }),
  connectionForm: group('Settings: connection form', {
    'Save the connection': { save: 'Mod+Enter' },
    'Back to the list, with the draft kept': { back: 'Escape' },
  }),
  lists: group('Lists', {
    'Next row, previous row': { nextRow: 'J', previousRow: 'K' },
    'Select the row': { select: 'X' },
    'Select the range up to here': { selectTo: 'Shift+X' },
    'Select all loaded; again, all that match': { selectAll: 'Mod+A' },
    'Filter loaded rows': { filter: '/' },
    'Load the next page': { more: 'M' },
  }),
  everywhere: group('Everywhere', {
    'Next control, previous control': { next: 'Tab', previous: 'Shift+Tab' },
    'Move in a list, menu or tabs': { up: 'ArrowUp', down: 'ArrowDown' },
    'Open or run': { open: 'Enter' },
    'Close the open dialog or menu': { close: 'Escape' },
    'Go to the notifications': { messages: 'F6' },
  }),
};

type KeyLines = Readonly<Record<string, Readonly<Record<string, string>>>>;

function group<Lines extends KeyLines>(title: string, lines: Lines) {
  return { title, lines };
}

type Groups = typeof groups;
type ActionOf<Lines> = Lines extends KeyLines
  ? { [Line in keyof Lines]: keyof Lines[Line] }[keyof Lines]
  : never;
type PageKeys = {
  readonly [Name in keyof Groups]: Readonly<Record<ActionOf<Groups[Name]['lines']> & string, string>>;
};

/** The keys of each group by the names of their actions. */
export const pageKeys = Object.fromEntries(
  Object.entries(groups).map(([name, { lines }]) => [name, Object.assign({}, ...Object.values(lines))]),
) as PageKeys;

/** The same for the sheet of shortcuts. */
export const keyGroups = Object.values(groups).map(({ title, lines }) => ({
  title,
  entries: Object.entries<Readonly<Record<string, string>>>(lines).map(([line, keys]) => ({
    title: line,
    keys: Object.values(keys),
  })),
}));
