import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseAnchorsFile } from '../audit/anchor-chain.ts';
import { parseNotedEnd } from '../audit/chain-ends.ts';
import { parseToldFile } from '../audit/tell-actions.ts';
import { parseReturnLine } from '../dead-letters/later-returns.ts';
import { readLedger } from '../dead-letters/redrive-ledger.ts';
import { parseEntries } from '../features/audit/audit-files.ts';
import { readConnections } from '../features/connections/read-connections.ts';
import { parseBudgetsFile } from '../features/costs/budgets-file.ts';
import { parsePriceBookFile } from '../features/costs/loaded-book.ts';
import { parseMeterLine } from '../features/costs/meter-store.ts';
import { readCatalogueFile } from '../features/explorer/read-catalogue-file.ts';
import { parseRefusalsFile } from '../features/explorer/refusals-store.ts';
import { parseOpenedFile } from '../features/lookup/opened-places.ts';
import { parsePreferencesFile } from '../features/preferences/preferences-handlers.ts';
import { parseDraftFile } from '../features/review/desk-drafts.ts';
import { parseListFile, parseTallyLine } from '../features/review/desk-store.ts';
import { parseSpendFile } from '../features/spend/spend-days.ts';
import type { ExamineFile, HomeReaders } from '../home/examine-home.ts';
import { parseWindowFile } from '../home/home-files.ts';
import { parseToldOnceFile } from '../home/hourly-news.ts';
import { inspectKept, inspectLines, parseJsonLine, type Found } from '../home/lost-files.ts';
import { readLostJournal } from '../jobs/damaged-journal.ts';
import { readJournal } from '../jobs/journal.ts';
import { parseTenantsFile } from '../reads/pinned-tenants.ts';

interface Parts {
  /** Examines a file of the sandbox's state; without it the sandbox's files are not read. */
  readonly examineSandbox?: ExamineFile | undefined;
}

/** Examines each kind of file by the code of the feature that reads it. */
export function homeReaders({ examineSandbox }: Parts = {}): HomeReaders {
  return {
    connections: { care: 'stays', examine: examineConnections },
    'connections-before': { care: 'not-read' },
    preferences: whole(parsePreferencesFile),
    tenants: whole(parseTenantsFile),
    opened: whole(parseOpenedFile),
    refusals: whole(parseRefusalsFile),
    window: whole(parseWindowFile),
    catalogues: { care: 'stays', examine: examineCatalogue },
    spend: whole(parseSpendFile),
    // The lines that can be read are kept by the code that reads them, so that they are not set aside with the rest.
    meter: { care: 'stays', examine: (file) => toProblem(inspectLines(file, parseMeterLine)) },
    'audit-ends': { care: 'stays', examine: (file) => toProblem(inspectLines(file, parseNotedEnd)) },
    tally: { care: 'stays', examine: (file) => toProblem(inspectLines(file, parseTallyLine)) },
    budgets: whole(parseBudgetsFile),
    'price-book': whole(parsePriceBookFile),
    'told-once': whole(parseToldOnceFile),
    drafts: whole(parseDraftFile),
    postponed: whole(parseListFile),
    decisions: whole(parseListFile),
    journals: { care: 'stays', examine: examineJournal },
    ledgers: { care: 'stays', examine: examineLedger },
    returns: { care: 'stays', examine: (file) => toProblem(inspectLines(file, parseReturnLine)) },
    'damaged-journals': { care: 'not-read' },
    discarded: { care: 'stays', examine: (file) => toProblem(inspectLines(file, parseJsonLine)) },
    audit: { care: 'stays', examine: examineAudit },
    anchors: whole(parseAnchorsFile),
    told: whole(parseToldFile),
    log: { care: 'not-read' },
    sandbox: examineSandbox === undefined ? { care: 'not-read' } : { care: 'stays', examine: examineSandbox },
    profile: { care: 'not-read' },
    passing: { care: 'not-read' },
  };
}

function whole(parse: (text: string) => unknown): HomeReaders['tenants'] {
  return { care: 'set-aside', examine: (file) => toProblem(inspectKept(file, parse)) };
}

function toProblem(found: Found<unknown>): ReturnType<ExamineFile> {
  return found.state === 'lost' ? { reason: found.reason, says: found.says } : null;
}

/** Reads the bytes first, because a folder or a file without rights has the same problem in every kind. */
function throughBytes(examine: (file: string) => ReturnType<ExamineFile>): ExamineFile {
  return (file) => {
    const found = inspectKept(file, () => true);
    if (found.state === 'missing') return null;
    return found.state === 'lost' ? toProblem(found) : examine(file);
  };
}

const examineConnections = throughBytes((file) => {
  const [first] = readConnections(dirname(file)).problems;
  return first === undefined ? null : { reason: 'damaged', says: `${first.path} ${first.problem}.` };
});

const examineCatalogue = throughBytes((file) => {
  const [first] = readCatalogueFile(file).problems;
  return first === undefined ? null : { reason: 'damaged', says: `${first.path} ${first.problem}.` };
});

const examineJournal = throughBytes((file) => {
  const journal = readJournal(file);
  if (journal === null) return { reason: 'damaged', says: readLostJournal(file).journal.why };
  return journal.damage === null ? null : { reason: 'damaged', says: journal.damage };
});

const examineLedger: ExamineFile = (file) => {
  const found = existsSync(file) ? inspectKept(file, () => true) : undefined;
  if (found?.state === 'lost') return toProblem(found);
  const { damage } = readLedger(file);
  return damage === null ? null : { reason: 'damaged', says: `It is damaged: ${damage.message}.` };
};

/** Whether a chain was tampered with is a question for `npm run audit`; here each line has to be readable. */
const examineAudit = throughBytes((file) => {
  const bad = parseEntries(file, readFileSync(file)).filter(({ kind }) => kind === 'unreadable').length;
  return bad === 0 ? null : { reason: 'damaged', says: `${bad} of its lines cannot be read.` };
});
