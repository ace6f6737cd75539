import type { Mistake } from './mistakes-in-words.ts';

const references: readonly Mistake[] = [
  {
    change: 'patterns.due.on',
    to: 'main.GSI9',
    value: '"main.GSI9"',
    problem: /^names no index of this system; expected main, main\.GSI1 or readers$/,
  },
  {
    change: 'patterns.due.on',
    to: 'books',
    value: '"books"',
    problem: /^names no table of this system; expected main/,
  },
  {
    change: 'patterns.due.returns',
    to: ['Book'],
    path: 'patterns.due.returns[0]',
    value: '"Book"',
    problem: /^is no entity of this system; expected Loan$/,
  },
  {
    change: 'patterns.due.returns',
    to: ['Branch'],
    path: 'patterns.due.returns[0]',
    value: '"Branch"',
    problem: /^has no keys on "main\.GSI1"; expected Loan$/,
  },
  {
    change: 'patterns.loans.returns',
    to: ['Branch'],
    path: 'patterns.loans.returns[0]',
    value: '"Branch"',
    problem: /^never has such a key on "main"; expected Loan$/,
  },
  {
    change: 'patterns.loans.partition',
    to: 'HOUSE#{branchId}',
    value: '"HOUSE#{branchId}"',
    problem: /^fits no PK on "main"; expected BRANCH#\{branchId\}$/,
  },
  {
    change: 'patterns.loans.sort',
    to: { beginsWith: 'LOANS#' },
    value: 'an object',
    problem: /^fits no SK on "main"; expected METADATA or LOAN#\{day:date\}#\{loanId:ulid\}$/,
  },
  {
    change: 'entities.Loan',
    to: {
      table: 'main',
      keys: { PK: 'BRANCH#{branchId}', SK: 'LOAN#{day:date}#{loanId:ulid}' },
      attributes: { ttl: { type: 'epoch seconds' } },
    },
    path: 'patterns.due.on',
    value: '"main.GSI1"',
    problem: /^is written by no entity; expected its keys among the "keys" of one$/,
  },
  {
    change: 'patterns.due.attributes',
    to: ['titel'],
    path: 'patterns.due.attributes[0]',
    value: '"titel"',
    problem: /^is no attribute of Loan; check the spelling$/,
  },
  {
    change: 'patterns.due.attributes',
    to: ['ttl'],
    path: 'patterns.due.attributes[0]',
    value: '"ttl"',
    problem: /^is not copied to "main\.GSI1"; expected PK, SK/,
  },
  { change: 'patterns.due.number', to: 'L2', value: '"L2"', problem: /^is the number of "loans" too/ },
  {
    change: 'patterns.reader.sort',
    to: { equals: 'x' },
    value: 'an object',
    problem: /^asks by a sort key, and "readers" has none/,
  },
  { change: 'patterns.due.each', to: true, value: 'true', problem: /^asks for items by their whole keys/ },
  {
    change: 'patterns.loans.each',
    to: true,
    value: 'true',
    problem: /with its partition and \{ "equals": … \}/,
  },
  {
    change: 'patterns.branch.gives',
    to: 'many',
    value: '"many"',
    problem: /^is more than a whole key can name; expected "one"$/,
  },
  {
    change: 'patterns.branch.order',
    to: 'newest first',
    value: '"newest first"',
    problem: /^orders items that are read by key/,
  },
  { change: 'patterns.branch.pageSize', to: 5, value: '5', problem: /^pages what is read by key/ },
  {
    change: 'entities.Reader.table',
    to: 'people',
    value: '"people"',
    problem: /^is no table of this system; expected main or readers$/,
  },
  {
    change: 'entities.Loan.keys.PK',
    to: undefined,
    value: 'nothing',
    problem: /^is missing; every item of "main" has it$/,
  },
  {
    change: 'entities.Reader.keys.PK',
    to: 'X',
    value: '"X"',
    problem: /^is no key of "readers" or of its indexes; expected readerId$/,
  },
  {
    change: 'entities.Branch.keys.GSI1PK',
    to: 'X',
    value: '"X"',
    problem: /^is half of a key.*expected dueAt beside it$/,
  },
  {
    change: 'entities.Branch.sparse',
    to: { GSI1: 'never' },
    path: 'entities.Branch.sparse.GSI1',
    value: '"never"',
    problem: /^is no index that this entity has keys for/,
  },
  {
    change: 'entities.Loan.status.attribute',
    to: 'state',
    value: '"state"',
    problem: /^is no attribute of this entity; expected title, status/,
  },
  {
    change: 'entities.Loan.status.moves.out',
    to: ['lost'],
    path: 'entities.Loan.status.moves.out[0]',
    value: '"lost"',
    problem: /^is no status of this entity; expected out, late or back/,
  },
  {
    change: 'entities.Loan.status.moves.lost',
    to: [],
    value: 'a list of 0',
    problem: /^is no value of "status"; expected out, late or back$/,
  },
  {
    change: 'entities.Loan.largestBytes',
    to: 10,
    value: '10',
    problem: /^is smaller than a usual item of 300 bytes/,
  },
  {
    change: 'entities.Loan.attributes.doorCode.private',
    to: 'a code',
    value: '"a code"',
    problem: /^stands beside "secret"/,
  },
  {
    change: 'entities.Loan.attributes.dueAt.secret',
    to: 'when',
    value: '"when"',
    problem: /^makes a key secret/,
  },
  {
    change: 'entities.Loan.attributes.ttl.type',
    to: 'text',
    path: 'tables.main.timeToLive',
    value: '"ttl"',
    problem: /^is not declared as a time/,
  },
  { change: 'tables.main.sort.name', to: 'PK', value: '"PK"', problem: /^is the partition key too/ },
  {
    change: 'tables.main.indexes.GSI1.sort',
    to: { name: 'SK', type: 'N' },
    path: 'tables.main.indexes.GSI1.sort.type',
    value: '"N"',
    problem: /^makes "SK" a key of type N.*it is S/,
  },
  {
    change: 'parameters.colour',
    to: { label: 'Colour' },
    value: 'an object',
    problem: /^is asked for by no pattern; expected branchId/,
  },
  {
    change: 'parameters.branchId.example',
    to: 'a#b',
    value: '"a#b"',
    problem: /^has a "#", which separates/,
  },
  { change: 'parameters.status.example', to: 'back', value: '"back"', problem: /^is not among out or late$/ },
  { change: 'tenant', to: 'orgId', value: '"orgId"', problem: /^is asked for by no pattern/ },
  {
    change: 'tables.main.timeToLive',
    to: 'tll',
    value: '"tll"',
    problem: /^is no attribute of an entity in "main"; expected one that is$/,
  },
];

const prefixes: readonly Mistake[] = ['{part}', 'META#{part:number}'].map((beginsWith) => ({
  change: 'patterns.branch.sort',
  to: { beginsWith },
  path: 'patterns.branch.sort.beginsWith',
  value: JSON.stringify(beginsWith),
  problem: /^brings what begins with another \{part\} too, "10" for "1", and gives "one"; expected equals/,
}));

const repeated: readonly Mistake[] = [
  { change: 'patterns.due.attributes', to: ['SK', 'PK', 'PK'], value: '"PK"' },
  { change: 'patterns.due.returns', to: ['Branch', 'Loan', 'Loan'], value: '"Loan"' },
  { change: 'parameters.status.oneOf', to: ['out', 'late', 'out'], value: '"out"' },
  { change: 'entities.Loan.attributes.status.oneOf', to: ['out', 'back', 'out'], value: '"out"' },
  { change: 'entities.Loan.status.moves.out', to: ['late', 'back', 'late'], value: '"late"' },
  { change: 'tables.main.indexes.GSI1.projection', to: ['title', 'status', 'title'], value: '"title"' },
].map((mistake) => ({
  ...mistake,
  path: `${mistake.change}[2]`,
  problem: /^is in this list before; expected it once$/,
}));

/** In these mistakes, each part is valid alone but the parts contradict each other. */
export const mistakesInReferences = [...references, ...prefixes, ...repeated];
