import { createRequire } from 'node:module';

/**
 * This is asl-validator itself. It compiles its schemas again for each definition, which takes a tenth of a second, and
 * tests make hundreds of definitions; so here it is given the compiled schemas again. They do not depend on the
 * definition, only on the options, which are the same for every one (src-local/aws/sfn/language/second-opinion.ts).
 */
const load = createRequire(import.meta.url);
const validate = load('asl-validator') as (definition: unknown, options: object) => unknown;
const ajv = createRequire(load.resolve('asl-validator'))('ajv') as { default: new (options: object) => Ajv };

interface Ajv {
  addKeyword(keyword: unknown): Ajv;
}

const Compiler = ajv.default;
const compiled = new Map<string, Ajv>();
let asked = '';

/** A constructor that returns an object gives that one, and asl-validator constructs a compiler for each definition. */
ajv.default = function openOnce(options: object): object {
  const known = compiled.get(asked);
  if (known !== undefined) return known;
  const made = new Compiler(options);
  // The second definition would add the same keywords of ajv-formats, which a compiler refuses.
  const keywords = new Set<string>();
  const addKeyword = made.addKeyword.bind(made);
  made.addKeyword = (keyword) => {
    const name = JSON.stringify(keyword);
    if (!keywords.has(name)) addKeyword(keyword);
    keywords.add(name);
    return made;
  };
  compiled.set(asked, made);
  return made;
} as unknown as typeof Compiler;

// oxlint-disable-next-line import/no-default-export -- as asl-validator does
export default function validateOnce(definition: unknown, options: object): unknown {
  asked = JSON.stringify(options);
  return validate(definition, options);
}
