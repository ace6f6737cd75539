import { pages as everyPage } from '#shared/domain/pages.ts';
import type { PagePath } from '#shared/domain/pages.ts';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';

export interface PageInfo {
  readonly path: PagePath;
  readonly title: string;
  readonly icon: IconName;
  /** The second key of "G then …". */
  readonly letter: string;
  readonly group: 'desks' | 'knowledge' | 'foot';
  readonly keywords: readonly string[];
  /** What the screen is for, said before it exists. */
  readonly answers: string;
}

const details: Readonly<Record<PagePath, Omit<PageInfo, 'path' | 'title'>>> = {
  '/today': {
    icon: 'today',
    letter: 'T',
    group: 'desks',
    keywords: ['home', 'overview', 'dashboard'],
    answers:
      'What needs you now: failed batches and new failure groups, the review queue by age, queues that are about to lose messages, alarms and running jobs. Each number will open its list.',
  },
  '/triage': {
    icon: 'triage',
    letter: 'I',
    group: 'desks',
    keywords: ['batches', 'documents', 'failed', 'failures'],
    answers:
      'Which batches failed and why: documents by status, failures grouped by cause, the run as a timeline, and the fix with its price before you start it.',
  },
  '/review': {
    icon: 'review',
    letter: 'R',
    group: 'desks',
    keywords: ['approve', 'documents', 'fields'],
    answers:
      'The documents the pipeline was unsure about: the page on the left, its fields on the right, the cursor on the first one that needs a person.',
  },
  '/dead-letters': {
    icon: 'deadLetters',
    letter: 'D',
    group: 'desks',
    keywords: ['dlq', 'queues', 'messages', 'redrive', 'sqs'],
    answers:
      'What got stuck in the dead-letter queues, grouped by cause, when it expires, and how to send back one message, ten, or all the rest while watching them land.',
  },
  '/downloads': {
    icon: 'downloads',
    letter: 'L',
    group: 'desks',
    keywords: ['files', 'jobs', 'requeue'],
    answers:
      'Day by day, which files were expected, completed, failed or never arrived, and which are stuck or were never picked up.',
  },
  '/workflows': {
    icon: 'workflows',
    letter: 'W',
    group: 'knowledge',
    keywords: ['thresholds', 'confidence'],
    answers:
      "How each workflow's thresholds divide its documents, and what another pair would have meant in reviews a day, hours and failures before you save it.",
  },
  '/costs': {
    icon: 'costs',
    letter: 'C',
    group: 'knowledge',
    keywords: ['money', 'price', 'spend'],
    answers:
      'What documents cost by tenant, workflow, stage and day, what each question to a table costs, and what this console itself has spent.',
  },
  '/monitor': {
    icon: 'monitor',
    letter: 'M',
    group: 'knowledge',
    keywords: ['alarms', 'metrics', 'cloudwatch', 'throttles'],
    answers:
      'Alarms and their history, queue depths, errors, throttles by index and throughput, read by one shared poller with a budget.',
  },
  '/explorer': {
    icon: 'explorer',
    letter: 'E',
    group: 'knowledge',
    keywords: ['tables', 'dynamodb', 'access patterns', 'keys', 'items'],
    answers:
      'Every question the tables can answer without a scan, as a form; the items behind the answer with their keys explained; and a review of the schema.',
  },
  '/activity': {
    icon: 'activity',
    letter: 'A',
    group: 'knowledge',
    keywords: ['jobs', 'audit', 'history', 'log'],
    answers:
      'Every plan that was run, with a receipt for each item and the items whose outcome is uncertain, and the audit trail with its chain verified.',
  },
  '/settings': {
    icon: 'settings',
    letter: 'S',
    group: 'foot',
    keywords: ['preferences', 'connections', 'appearance', 'theme'],
    answers: 'Connections, appearance and shortcuts.',
  },
};

export const pages: readonly PageInfo[] = everyPage.map((page) => ({ ...page, ...details[page.path] }));

type BuiltPath =
  | '/triage'
  | '/review'
  | '/dead-letters'
  | '/workflows'
  | '/costs'
  | '/explorer'
  | '/activity'
  | '/settings';
const builtPages: ReadonlySet<PagePath> = new Set<BuiltPath>([
  '/triage',
  '/review',
  '/dead-letters',
  '/workflows',
  '/costs',
  '/explorer',
  '/activity',
  '/settings',
]);

/** Screens whose room is still empty; each leaves this list with the work that fills it. */
export const unbuiltPages = pages.filter(
  (page): page is PageInfo & { path: Exclude<PagePath, BuiltPath> } => !builtPages.has(page.path),
);
