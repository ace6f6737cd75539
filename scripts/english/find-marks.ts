/** A mark is a sign of the odd English that the code, the screens and the docs once had. */
interface Mark {
  readonly name: string;
  readonly pattern: RegExp;
}

const marks: readonly Mark[] = [
  { name: 'a function called …Of', pattern: /\bfunction\*? \w+Of\(/g },
  { name: 'a function called …Words', pattern: /\bfunction\*? \w+Words\(/g },
  {
    name: 'a name that begins with told, kept or laid',
    pattern: /\b(?:function\*?|class|interface|type) (?:told|kept|laid)[A-Z]\w*/gi,
  },
  { name: 'somebody or nobody', pattern: /(?:some|no)body/gi },
  { name: 'anew', pattern: /\banew\b/gi },
  { name: 'by itself', pattern: /\bby (?:itself|themselves)\b/gi },
  { name: 'of before', pattern: /(?<!\bdisposed )\bof before\b(?!\)| and after)/gi },
  {
    name: 'a comment without a subject',
    pattern: /(?:\/\*\*?|\/\/|^\s+\*) (?:What|Of|Those|That|Who|Whoever) /g,
  },
];

const fileName: Mark = {
  name: 'a file called told-, kept-, laid- or …nobody',
  pattern: /(?:^|\/)(?:told|kept|laid)-|(?:some|no)body/gi,
};

interface Exception {
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}

/** Each exception allows one text in one file. It has to be reviewed like code. */
const exceptions: readonly Exception[] = [
  {
    file: 'test/conformance/dynamodb/capacity.ts',
    text: 'BatchGetItem rounds each item up by itself.',
    reason: 'The sentence is recorded in docs/conformance.md, which only a comparison rewrites.',
  },
  {
    file: 'docs/conformance.md',
    text: 'BatchGetItem rounds each item up by itself.',
    reason: 'The page is written by a comparison.',
  },
];

export interface Place {
  readonly mark: string;
  readonly at: string;
}

/** Finds the marks in the name and the lines of a file. */
export function findMarks(file: string, text: string): readonly Place[] {
  const allowed = exceptions.filter((one) => one.file === file);
  const inName = (file.match(fileName.pattern) ?? []).map(() => ({ mark: fileName.name, at: file }));
  const inLines = text.split('\n').flatMap((line, index) => {
    const rest = allowed.reduce((left, one) => left.replaceAll(one.text, ''), line);
    return marks.flatMap(({ name, pattern }) =>
      (rest.match(pattern) ?? []).map(() => ({ mark: name, at: `${file}:${index + 1} ${line.trim()}` })),
    );
  });
  return [...inName, ...inLines];
}

/** Returns the exceptions whose text is no longer in their file. */
export function listUnusedExceptions(read: (file: string) => string): readonly string[] {
  return exceptions.filter(({ file, text }) => !read(file).includes(text)).map(({ file }) => file);
}
