import { counted } from '#shared/domain/formatting.ts';
import type { FilingKind } from '#shared/domain/review/filing.ts';

export const filingMessages = {
  title: {
    elsewhere: (name: string): string => `File ${name} elsewhere`,
    divided: (name: string): string => `Divide ${name}`,
    joined: (name: string): string => `Join ${name} with another document`,
  } satisfies Record<FilingKind, (name: string) => string>,
  effect: {
    elsewhere:
      'Closes this document, and submits its file to the other workflow as a new document. Nothing is uploaded.',
    divided:
      'Closes this document, and submits its pages as new documents. Each begins on a page that you mark.',
    joined: 'Closes these documents, and submits their pages as one new document, in this order.',
  } satisfies Record<FilingKind, string>,
  noUndo: {
    elsewhere:
      "This can't be undone. To go back, reject the new document and have support reprocess this one.",
    divided:
      "This can't be undone. To go back, reject the new documents and have support reprocess this one.",
    joined:
      "This can't be undone. To go back, reject the new document and have support reprocess the closed ones.",
  } satisfies Record<FilingKind, string>,
  editsStay: 'Your edits are not taken along: the new documents are read again.',
  usualReason: {
    elsewhere: 'Another type of document',
    divided: 'Several documents in one file',
    joined: 'One document in several files',
  } satisfies Record<FilingKind, string>,
  cost: (usd: string, book: string, isAtLeast: boolean): string =>
    `Reading again costs ${isAtLeast ? 'at least' : 'about'} ${usd}, by the price book “${book}”.`,
  noCost: 'No estimate of what reading again costs.',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  workflow: 'Workflow',
  workflowOf: (document: number): string => `Workflow of document ${String(document)}`,
  chooseWorkflow: 'Choose a workflow',
  chooseFirst: 'Choose the workflow that reads this type.',
  sameWorkflow: (name: string): string => `${name} (as now)`,
  inProject: (workflow: string, project: string): string => `${workflow} · ${project}`,
  loadingWorkflows: 'Loading the workflows of this tenant…',
  noOther: 'This tenant has no other workflow. Reject the document with a reason instead.',
  workflowsNotRead: "Couldn't load the workflows.",
  notAllWorkflows: 'Not all workflows are listed.',
  notOffered: (why: string): string =>
    `${why} Reject the document with a reason instead, and ask its sender to send it again.`,
  rejectInstead: 'Reject instead',
  asking: 'Asking what the pipelines offer…',
  pages: 'Pages. Mark where each document begins.',
  page: (page: number): string => `Page ${String(page)}`,
  beginsHere: (page: number): string => `A document begins on page ${String(page)}`,
  pageKeys: 'Arrow keys move, Space marks, 2–9 mark a page.',
  loadingPages: 'Loading the pages…',
  pagesNotRead: "Couldn't load the pages.",
  onePage: 'The file has one page, so it cannot be divided.',
  markOne: 'Mark the page on which the second document begins.',
  tooMany: (most: number): string => `At most ${String(most)} documents. Mark fewer pages.`,
  becomes: 'Becomes',
  documentAt: (document: number, pages: string): string => `Document ${String(document)}: ${pages}`,
  neighbours: 'Documents that wait for review',
  thisOne: 'this document',
  order: 'Order of the pages',
  moveUp: (name: string): string => `Move ${name} up`,
  chooseNeighbour: 'Choose at least one document.',
  tooManyJoined: (most: number): string => `At most ${String(most)} documents can be added.`,
  noNeighbours: 'No other document of this tenant waits for review.',
  neighboursNotRead: "Couldn't load the waiting documents.",
  loadingNeighbours: 'Loading the waiting documents…',
  heldBy: (name: string): string => `held by ${name}`,
  sameBatch: 'same batch',
  otherBatch: (batchId: string): string => batchId,
  search: 'Find a document',
  noMatch: 'No waiting document has this name.',
  run: {
    elsewhere: 'File it there',
    divided: 'Divide',
    joined: 'Join',
  } satisfies Record<FilingKind, string>,
  divideInto: (count: number): string => `Divide into ${counted(count, 'document')}`,
  joinCount: (count: number): string => `Join ${counted(count, 'document')}`,
};
