import type { Assertion, Service } from './assertion.ts';
import { services } from './assertion.ts';
import type { Judgement } from './judgement.ts';
import { readService, type Result } from './run-assertions.ts';

/** Holds one implementation's results; they are missing if it could not be run here. */
export interface Column {
  readonly name: string;
  readonly version: string;
  readonly services: readonly Service[];
  readonly results: readonly Result[] | undefined;
}

const titles: Readonly<Record<Service, string>> = {
  dynamodb: 'DynamoDB',
  sqs: 'SQS',
  sfn: 'Step Functions',
  cloudwatch: 'CloudWatch',
  s3: 'S3',
  sts: 'STS',
};

/** Returns the text of docs/conformance.md; the same results give the same bytes. */
export function writtenComparison(
  suite: readonly Assertion[],
  columns: readonly Column[],
  judgements: readonly Judgement[],
): string {
  return [
    introduction(suite.length),
    '## At a glance',
    writeTable(['implementation', 'version', 'agrees', 'differs', 'not run'], columns.map(glance)),
    ...services.map((service) => writeSection(service, suite, columns)),
    '## The differences, and who is right',
    'The right one is the one that AWS’s documentation supports; the page is linked.',
    ...columns.slice(1).map(({ name }) => writeDifferences(name, suite, judgements)),
  ]
    .join('\n\n')
    .concat('\n');
}

export function formatCell({ outcome }: Result): string {
  return outcome === 'not-run' ? '–' : outcome;
}

function introduction(count: number): string {
  return `# Conformance

\`test/conformance\` states AWS’s behaviour in ${count} assertions, each with the page of AWS’s documentation that says so. \`npm run conformance\` runs them through the AWS SDK against pocket AWS, or against any endpoint (\`-- --dynamodb URL --sqs URL …\`); \`npm test\` runs them against pocket AWS. This page is written by \`npm run conformance -- --compare\`, which runs them against independent implementations too, and fails when pocket AWS differs from AWS or when a difference of the others is not explained below.

A dash stands for an assertion that was not run: it needs a clock that can be moved (“within two days”), or that the endpoint knows its clients’ secrets, or pocket AWS’s promise to refuse what it does not know.

Beside the assertions, \`npm run fuzz:dynamodb\` and \`npm run fuzz:sqs\` send the same random operations to pocket AWS and to dynoxide, DynamoDB Local (\`-- --against dynamodb-local\`) or ElasticMQ, and compare every answer. Differences that AWS’s documentation decides are listed, with their page, in \`scripts/conformance/fuzz\`; any other ends the run with the fewest operations that lead to it.

Answers of AWS itself were compared as well: of 382 cases recorded there (200 of Step Functions, event by event, about 150 of SQS and 25 of DynamoDB), pocket AWS answers 382 as AWS did, on 26 November 2026, and of 50 of Distributed Map 49. The last differs in the objects that a ResultWriter leaves in its bucket. The recordings are not part of this repository.`;
}

function glance({ name, version, results }: Column): string[] {
  const count = (outcome: Result['outcome']): string =>
    String((results ?? []).filter((result) => result.outcome === outcome).length);
  return [
    name,
    version === '' ? 'this repository' : version,
    count('agrees'),
    count('differs'),
    count('not-run'),
  ];
}

function writeSection(service: Service, suite: readonly Assertion[], all: readonly Column[]): string {
  const columns = all.filter((column) => column.services.includes(service));
  const byColumn = columns.map(
    ({ results = [] }) => new Map(results.map((result) => [result.id, formatCell(result)])),
  );
  const rows = suite
    .filter(({ id }) => readService(id) === service)
    .map(({ id, says, doc }) => [
      `\`${id}\``,
      ...byColumn.map((cells) => cells.get(id) ?? '–'),
      `${inTable(says)} [AWS](${doc})`,
    ]);
  const header = ['assertion', ...columns.map(({ name }) => name), 'what AWS does'];
  return `## ${titles[service]}\n\n${writeTable(header, rows)}`;
}

function writeDifferences(
  name: string,
  suite: readonly Assertion[],
  judgements: readonly Judgement[],
): string {
  const pages = new Map(suite.map(({ id, doc }) => [id, doc]));
  const entries = judgements
    .filter(({ implementation }) => implementation === name)
    .map(({ ids, because, right }) => {
      const links = [...new Set(ids.map((id) => pages.get(id) ?? ''))];
      const linked = links.map((link, at) => `[${at === 0 ? 'AWS' : at + 1}](${link})`).join(' ');
      const verdict =
        right === 'the assertion' ? 'AWS’s documentation says otherwise' : 'the documentation leaves it open';
      return `- ${because} Here ${verdict}: ${linked}. ${ids.map((id) => `\`${id}\``).join(', ')}`;
    });
  return `### ${name}\n\n${entries.join('\n')}`;
}

function writeTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function inTable(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
