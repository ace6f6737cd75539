import type { LineColumn } from '#shared/contract/review-document.ts';
import { counted } from '#shared/domain/formatting.ts';

/** The copy of the table of lines. */
export const lineMessages = {
  menu: 'Change the lines',
  add: 'Add line',
  none: 'No line items were read.',
  notPossible: 'Not possible here. Nothing was changed.',
  notTaken:
    'This deployment cannot store lines that are added, deleted or moved. Correct the cells, or reject the document.',
  number: 'Line',
  isNew: 'new',
  /** The keys are the names of the actions. */
  actions: {
    addBelow: 'Add a line below',
    addAbove: 'Add a line above',
    duplicate: 'Duplicate the line',
    paste: 'Paste from a spreadsheet…',
    split: 'Split the line…',
    merge: 'Merge with the next line',
    moveUp: 'Move the line up',
    moveDown: 'Move the line down',
    copyDown: 'Copy the cell down',
    columnDown: 'Move the rest of the column down',
    columnUp: 'Move the rest of the column up',
    columnLeft: 'Swap with the column on the left',
    columnRight: 'Swap with the column on the right',
    remove: 'Delete the line',
  },
  drag: 'Drag onto another column to swap the two.',
  dropNowhere: 'Drop here to change nothing',
  dropSwap: (column: LineColumn, other: LineColumn): string => `Swap ${column} and ${other}`,
  dropShift: (by: number): string => `Move ${counted(Math.abs(by), 'line')} ${by > 0 ? 'down' : 'up'}`,
  removed: (line: number): string => `Line ${String(line)} deleted:`,
  restore: (line: number): string => `Restore line ${String(line)}`,
  added: 'You added this line.',
  partOf: (line: number): string => `You split this off line ${String(line)}.`,
  wasLine: (line: number): string => `Was line ${String(line)}.`,
  was: (values: string): string => `Was: ${values}`,
  opinions: 'The two reviewers have different lines.',
  split: {
    title: (line: number): string => `Split line ${String(line)}`,
    way: 'Split by',
    word: 'Description',
    quantity: 'Quantity',
    amount: 'Amount',
    before: 'The second line begins with',
    firstQuantity: 'Quantity of the first line',
    firstAmount: 'Amount of the first line',
    of: (whole: string): string => (whole === '' ? 'The line has none.' : `of ${whole}`),
    notPossible: 'Enter a number that leaves something for the second line.',
    preview: 'The two lines',
    do: 'Split',
  },
  paste: {
    title: 'Paste from a spreadsheet',
    effect: (line: number, column: string): string =>
      `Values are written from line ${String(line)}, column ${column}, to the right and down.`,
    how: 'Paste as',
    overwrite: 'Overwrite',
    insert: 'New lines',
    text: 'Copied cells',
    nothing: 'Paste cells that you copied from a spreadsheet.',
    lines: (count: number): string => `${counted(count, 'line')}.`,
    changed: (count: number): string =>
      count === 0
        ? 'No value is written over.'
        : `${counted(count, 'value')} ${count === 1 ? 'is' : 'are'} written over.`,
    headings: 'The headings were left out.',
    leftOut: (count: number): string =>
      `${counted(count, 'column')} to the right ${count === 1 ? 'was' : 'were'} left out.`,
    more: (count: number): string => `and ${counted(count, 'more line', 'more lines')}`,
    preview: 'The lines after pasting',
    doOverwrite: 'Paste',
    doInsert: 'Insert lines',
  },
};
