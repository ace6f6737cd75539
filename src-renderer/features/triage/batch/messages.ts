/** The sentences of a batch's panes. */
export const messages = {
  remedies: {
    more: (fingerprint: string): string => `Other actions for group ${fingerprint}`,
    askTitle: 'Ask for a new file',
    askHint: 'For the customer. It names the files and what is wrong, and holds no values.',
    copy: 'Copy the text',
    limitTitle: 'Where the limit is set',
    openWorkflow: 'Open the workflow',
    close: 'Close',
  },
};
