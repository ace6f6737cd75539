import type { Role } from '#shared/contract/define.ts';

export const messages = {
  page: {
    title: 'Welcome to Sluice',
    sub: 'Choose how to begin',
    skip: 'Skip',
    what: [
      'Sluice is a console for document pipelines on AWS: it shows what failed, what waits for a person, and what it costs.',
      'It asks only what a key or an index can answer, and shows the price of every answer.',
      'Every bulk action is a plan that you see before you start it, and production opens read-only.',
    ],
    again: 'You can return to this page from Help.',
  },
  sandbox: {
    title: 'Look around in the sandbox',
    text: 'An AWS inside Sluice with both pipelines running and a month of past data. It needs no account, and nothing you do there leaves this machine.',
    begin: 'Begin as',
    open: 'Open the sandbox',
    openFirst: (connection: string): string =>
      `${connection} is open. The sandbox opens in its place; the connection stays configured.`,
  },
  account: {
    title: 'Connect an account',
    text: 'Work on your own AWS account with a profile that you already use. Sluice never stores a key, and no table is read before you open the connection.',
    add: 'Add a connection',
    configured: 'Already configured',
    open: (name: string): string => `Open ${name}`,
  },
  link: {
    title: 'Open a link from a colleague',
    text: 'A link or an id leads to the batch, document, execution or message that it names. It only opens a page and changes nothing.',
    label: 'Link or id',
    hint: 'sluice://batch/…, the address of an execution in AWS, or any id',
    open: 'Open',
    lookedUpIn: (connection: string): string =>
      `It is looked up in the open connection, ${connection}. To open something of another account, connect that account first.`,
    empty: 'Paste a link or an id first.',
    separator: 'No id can contain #: it separates the parts of a key. Paste the part after it.',
    severalLines: 'This is more than one line. Paste one link or one id.',
    tooLong: 'This is too long for an id, which has at most 256 characters.',
    halfCharacter: 'The text ends in half a character. Copy it again.',
    noPage: (name: string): string =>
      `Sluice has no page called “${name.slice(0, 60)}”. The link may be mistyped or from another version.`,
    noSluiceLink:
      'This link names nothing to open. A link looks like sluice://batch/ID, and has nothing after the id.',
    noAddress: 'This is no address of a page. Paste it as the colleague sent it, or only the id.',
    noExecution:
      'This AWS page shows no execution. Paste the address of an execution, or an id from the page.',
    otherSite: (host: string): string =>
      `Sluice does not know links to ${host.slice(0, 80)}. Paste the id that the page shows.`,
  },
} as const;

/** One sentence for each role says what such a person does here. */
export const roleTexts: Readonly<Record<Role, { readonly name: string; readonly does: string }>> = {
  support: { name: 'support', does: 'Finds out why documents failed, and processes them again.' },
  reviewer: { name: 'reviewer', does: 'Decides about documents that were read with doubt.' },
  admin: { name: 'admin', does: 'Redrives dead letters, sets thresholds and watches the costs.' },
};
