/** Describes one change in a sound system, and the expected problem. */
export interface Mistake {
  readonly change: string;
  readonly to: unknown;
  /** Is the place where the problem is reported, if it differs from the change. */
  readonly path?: string;
  readonly value: string | RegExp;
  readonly problem: RegExp;
}

const wrongWords: readonly Mistake[] = [
  { change: 'id', to: 'My System', value: '"My System"', problem: /^is not an id; expected a small letter/ },
  { change: 'id', to: undefined, value: 'nothing', problem: /^expected a text in quotes$/ },
  { change: 'tables', to: [], value: 'a list of 0', problem: /^expected an object$/ },
  {
    change: 'name',
    to: 'x'.repeat(99),
    value: `"${'x'.repeat(59)}…`,
    problem: /^expected at most 80 characters$/,
  },
  { change: 'name', to: '', value: '""', problem: /^expected at least 1 character$/ },
  { change: 'tables.main.partition.type', to: 'B', value: '"B"', problem: /^expected "S" or "N"$/ },
  { change: 'tables.main.name', to: 'a b', value: '"a b"', problem: /^is not a table name/ },
  { change: 'tables.main.name', to: 'x-{account}', value: '"x-{account}"', problem: /with \{stage\} where/ },
  { change: 'tables.constructor', to: {}, value: 'an object', problem: /every JavaScript object has/ },
  {
    change: 'tables.my table',
    to: {},
    path: 'tables["my table"]',
    value: 'an object',
    problem: /^is not a name/,
  },
  {
    change: 'tables.main.indexes.GSI1.projection',
    to: 'SOME',
    value: '"SOME"',
    problem: /^expected "ALL", "KEYS_ONLY" or a list/,
  },
  {
    change: 'tables.main.indexes.GSI1.projection',
    to: ['a', 3],
    path: 'tables.main.indexes.GSI1.projection[1]',
    value: '3',
    problem: /^expected a text in quotes$/,
  },
  {
    change: 'entities.Loan.attributes.title.type',
    to: 'string',
    value: '"string"',
    problem: /^expected "text" or "number" or "flag"/,
  },
  {
    change: 'entities.Loan.attributes.title.optional',
    to: false,
    value: 'false',
    problem: /^expected true$/,
  },
  {
    change: 'entities.Loan.colour',
    to: 'red',
    value: '"red"',
    problem: /^is not a word here; expected only table, about, keys/,
  },
  { change: 'patterns.due.gives', to: 'all', value: '"all"', problem: /^expected "one" or "many"$/ },
  {
    change: 'patterns.due.returns',
    to: [],
    value: 'a list of 0',
    problem: /^expected at least 1 in the list$/,
  },
  { change: 'patterns.due.returns', to: 'Loan', value: '"Loan"', problem: /^expected a list$/ },
  { change: 'patterns.due.pageSize', to: 2.5, value: '2.5', problem: /^expected a whole number$/ },
  { change: 'patterns.due.pageSize', to: 5_000, value: '5000', problem: /^expected at most 1000$/ },
  { change: 'patterns.due.usage.callsPerDay', to: -1, value: '-1', problem: /^expected at least 0$/ },
  {
    change: 'patterns.due.order',
    to: 'descending',
    value: '"descending"',
    problem: /^expected "newest first"/,
  },
];

const noSuchWord: readonly Mistake[] = [
  {
    change: 'patterns.due.filter',
    to: 'a = b',
    value: '"a = b"',
    problem: /^there is no such word: a filter reads, and pays for.*decision 002/,
  },
  {
    change: 'patterns.due.FilterExpression',
    to: 'a = :b',
    value: '"a = :b"',
    problem: /^there is no such word: a filter/,
  },
  {
    change: 'patterns.due.scan',
    to: true,
    value: 'true',
    problem: /^there is no such word: a console that can scan/,
  },
  {
    change: 'patterns.due.statement',
    to: 'SELECT',
    value: '"SELECT"',
    problem: /^there is no such word: a question is/,
  },
  {
    change: 'patterns.due.parti_ql',
    to: 'SELECT',
    value: '"SELECT"',
    problem: /^there is no such word: a question is/,
  },
  { change: 'patterns.due.limit', to: 5, value: '5', problem: /write "pageSize"$/ },
  { change: 'scan', to: {}, value: 'an object', problem: /^there is no such word/ },
  { change: 'patterns.due.sort.filter', to: 'x', value: '"x"', problem: /^there is no such word: a filter/ },
  {
    change: 'patterns.due.sort',
    to: { contains: 'x' },
    value: 'an object',
    problem: /^is not a condition on a sort key; expected exactly one of/,
  },
  {
    change: 'patterns.due.sort',
    to: { before: '{a:epochMs}', after: '{b:epochMs}' },
    value: 'an object',
    problem: /exactly one of/,
  },
  {
    change: 'patterns.due.sort',
    to: 'LOAN#',
    value: '"LOAN#"',
    problem: /^is not a condition on a sort key/,
  },
  { change: 'patterns.due.sort', to: {}, value: 'an object', problem: /^is not a condition on a sort key/ },
];

const templates: readonly Mistake[] = [
  { change: 'patterns.loans.sort.beginsWith', to: 7, value: '7', problem: /^expected a text in quotes$/ },
  {
    change: 'patterns.loans.sort.beginsWith',
    to: 'LOAN#{',
    value: '"LOAN#{"',
    problem: /^has a brace that opens or closes nothing; expected a template/,
  },
  { change: 'patterns.branch.partition', to: '{a}-{b}', value: '"{a}-{b}"', problem: /^cannot be read back/ },
  { change: 'entities.Loan.keys.SK', to: '{a}{b}', value: '"{a}{b}"', problem: /^has \{a\} next to \{b\}/ },
  {
    change: 'entities.Loan.keys.SK',
    to: '{a:uuid}',
    value: '"{a:uuid}"',
    problem: /of no known kind; kinds are text, ulid/,
  },
  {
    change: 'patterns.loansBetween.sort.between',
    to: ['LOAN#{day:date}'],
    value: 'a list of 1',
    problem: /^expected at least 2 in the list$/,
  },
  {
    change: 'patterns.loansBetween.sort.between',
    to: ['LOAN#{day:date}', 'LOAN#{day:date}'],
    path: 'patterns.loansBetween.sort.between[1]',
    value: '"LOAN#{day:date}"',
    problem: /^is the other end too/,
  },
  {
    change: 'patterns.due.sort.before',
    to: '{moment:time}',
    value: '"{moment:time}"',
    problem: /^does not fit "dueAt", which is a Number/,
  },
  {
    change: 'patterns.due.sort.before',
    to: 'DUE#{moment:epochMs}',
    value: '"DUE#{moment:epochMs}"',
    problem: /^does not fit "dueAt"/,
  },
  {
    change: 'patterns.due.sort',
    to: { beginsWith: '{moment:epochMs}' },
    path: 'patterns.due.sort.beginsWith',
    value: '"{moment:epochMs}"',
    problem: /a Number has no beginning/,
  },
  {
    change: 'patterns.branch.sort',
    to: { equals: '{branchId:ulid}' },
    value: 'an object',
    problem: /^takes \{branchId\} as ulid, and before it is text/,
  },
];

/** Each of these mistakes is wrong without regard to other parts. */
export const mistakesInWords = [...wrongWords, ...noSuchWord, ...templates];
