import { expect, it } from 'vitest';
import { templateProblem } from '#shared/catalogue/templates/template-problem.ts';

it.each([
  'METADATA',
  '#METADATA',
  '{entity}-{day:date}',
  'batch-{day:date}-{id}',
  '{id:ulid}-{name}-{day:date}',
  '{a}#{b}',
  'JOB#{postedAt}#{jobId}',
  '{email:email}',
])('%s can be read back', (template) => {
  expect(templateProblem(template)).toBeUndefined();
});

it.each([
  ['{a}-{b}', /^cannot be read back: \{a\} and \{b\} have no "#" between them/],
  ['X#{a}-{day:date}-{b}#Y', /^cannot be read back: \{a\} and \{b\}/],
  ['{a}-{n:epochMs}', /^cannot be read back/],
  ['{a}{b}', 'has {a} next to {b}; expected a "#" between them'],
  ['{day:date}{id:ulid}', 'has {day} next to {id}; expected a "#" between them'],
  ['{a}#{a:date}', 'takes {a} as text and as date; expected one kind for one name'],
  ['{}', /^has a hole "\{\}" without a name/],
  ['{1st}', /^has a hole "\{1st\}" without a name/],
  ['{__proto__}', /^has a hole "\{__proto__\}" without a name/],
  ['{constructor}', 'takes {constructor}, a name that every JavaScript object has; expected another one'],
  ['{a:uuid}', /^has a hole "\{a:uuid\}" of no known kind; kinds are text, ulid/],
  ['TENANT\uD83D#{t}', 'has half of a character; expected whole ones'],
  ['{a:date:x}', /of no known kind/],
  ['TENANT#{t', /^has a brace that opens or closes nothing/],
  ['TENANT#t}', /^has a brace that opens or closes nothing/],
  ['{a{b}}', /^has a brace that opens or closes nothing/],
])('%s is refused', (template, problem) => {
  expect(templateProblem(template)).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});
