import { keyGroups } from '#renderer/ui/page-keys.ts';
import { plainText, type Block, type GuideText } from '#shared/domain/guide-text.ts';
import connect from '../../../docs/connect.md?guide';
import admin from '../../../docs/guide/admin.md?guide';
import explorer from '../../../docs/guide/explorer.md?guide';
import firstPage from '../../../docs/guide/README.md?guide';
import reviewer from '../../../docs/guide/reviewer.md?guide';
import support from '../../../docs/guide/support.md?guide';
import pipelineApi from '../../../docs/pipeline-api.md?guide';
import security from '../../../docs/security.md?guide';
import troubleshooting from '../../../docs/troubleshooting.md?guide';

export interface HelpPage {
  /** The name is the last part of the page's address. */
  readonly name: string;
  readonly title: string;
  /** Empty for the page of the keys, which is made from the commands. */
  readonly blocks: readonly Block[];
  readonly pictures: Readonly<Record<string, string>>;
  readonly file: string | null;
}

/** Every page of Help, in the order of its contents. */
export const helpPages: readonly HelpPage[] = [
  toPage('start', 'The guide', 'docs/guide/README.md', firstPage),
  toPage('support', 'Support', 'docs/guide/support.md', support),
  toPage('reviewer', 'Review', 'docs/guide/reviewer.md', reviewer),
  toPage('admin', 'Admin', 'docs/guide/admin.md', admin),
  toPage('explorer', 'The Explorer', 'docs/guide/explorer.md', explorer),
  toPage('connect', 'Connect an account', 'docs/connect.md', connect),
  toPage('pipeline-api', 'The pipeline API', 'docs/pipeline-api.md', pipelineApi),
  toPage('troubleshooting', 'Troubleshooting', 'docs/troubleshooting.md', troubleshooting),
  toPage('security', 'Security', 'docs/security.md', security),
  { name: 'keys', title: 'Keyboard shortcuts', blocks: [], pictures: {}, file: null },
];

interface Imported {
  readonly text: GuideText;
  readonly pictures: Readonly<Record<string, string>>;
}

function toPage(name: string, title: string, file: string, { text, pictures }: Imported): HelpPage {
  return { name, title, blocks: text.blocks, pictures, file };
}

export interface HelpPlace {
  readonly page: string;
  /** The id of a heading. */
  readonly section?: string | undefined;
}

/** Returns the place in Help that a link of a page leads to, or null if the link leaves the guide. */
export function findLinkedPlace(from: HelpPage, to: string): HelpPlace | null {
  if (from.file === null || /^[a-z][a-z0-9+.-]*:/i.test(to)) return null;
  const { pathname, hash } = new URL(to, `guide:///${from.file}`);
  const page = helpPages.find(({ file }) => file !== null && pathname === `/${file}`);
  if (page === undefined) return null;
  return { page: page.name, section: hash === '' ? undefined : decodeURIComponent(hash.slice(1)) };
}

export interface Section extends HelpPlace {
  readonly title: string;
  readonly text: string;
}

/** Cuts a page at its headings. The part before the first of them belongs to the page itself. */
export function listSections({ name, title, blocks }: HelpPage): readonly Section[] {
  if (blocks.length === 0) return keySections(name);
  const sections: { page: string; section: string | undefined; title: string; text: string }[] = [];
  for (const block of blocks) {
    const isPart = block.kind === 'heading' && block.level > 1;
    if (isPart) sections.push({ page: name, section: block.id, title: plainText(block.text), text: '' });
    if (sections.length === 0) sections.push({ page: name, section: undefined, title, text: '' });
    const last = sections.at(-1);
    if (!isPart && last !== undefined) last.text += `${blockText(block)}\n`;
  }
  return sections;
}

function keySections(page: string): readonly Section[] {
  return keyGroups.map(({ title, entries }) => ({
    page,
    title,
    text: entries.map((entry) => `${entry.title}: ${entry.keys.join(' ')}`).join('; '),
  }));
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return '';
    case 'paragraph':
      return plainText(block.text);
    case 'list':
      return block.items.map(plainText).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' · ')).join('\n');
    case 'code':
      return block.text;
    default:
      return block.alt;
  }
}

export interface FoundSection extends HelpPlace {
  readonly title: string;
  readonly pageTitle: string;
  /** The line where the first word was found, cut to a few words before and after it. */
  readonly excerpt: string;
}

/** Finds the sections that contain every word, those with a word in their title first. */
export function searchGuide(query: string, pages: readonly HelpPage[] = helpPages): readonly FoundSection[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    listSections(page).flatMap((section) => {
      const title = section.title.toLowerCase();
      const whole = `${title}\n${section.text.toLowerCase()}`;
      if (!words.every((word) => whole.includes(word))) return [];
      const inTitle = words.filter((word) => title.includes(word)).length;
      return [{ section, pageTitle: page.title, inTitle }];
    }),
  );
  return found
    .toSorted((left, right) => right.inTitle - left.inTitle)
    .map(({ section: { page, section, title, text }, pageTitle }) => ({
      page,
      section,
      title,
      pageTitle,
      excerpt: cutAround(text, words),
    }));
}

function cutAround(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).find((index) => index >= 0) ?? 0;
  const lineStart = text.lastIndexOf('\n', at) + 1;
  const line = text.slice(lineStart, text.indexOf('\n', at) === -1 ? undefined : text.indexOf('\n', at));
  const start = Math.max(0, at - lineStart - excerptLength / 3);
  const from = start === 0 ? 0 : line.indexOf(' ', start) + 1;
  const cut = line.slice(from, from + excerptLength);
  return `${from === 0 ? '' : '… '}${cut}${from + excerptLength < line.length ? ' …' : ''}`;
}

const excerptLength = 120;
