import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
// The build's own configuration is read before the aliases of the sources are known.
import { readGuideText } from '../shared/domain/guide-text.ts';

const ending = '?guide';

/**
 * Makes data of the pages that the Help of the console shows: "docs/connect.md?guide" is imported as its text and the
 * addresses of its pictures, which the build keeps as files.
 */
export const guidePages: Plugin = {
  name: 'guide-pages',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith(`.md${ending}`)) return undefined;
    const file = id.slice(0, -ending.length);
    this.addWatchFile(file);
    const text = readGuideText(readFileSync(file, 'utf8'));
    const named = text.blocks.flatMap((block) => (block.kind === 'picture' ? [block.dark, block.light] : []));
    // A picture that is new is only taken of the built console; `guide.test.ts` misses one that was forgotten.
    const paths = named.filter((path) => existsSync(join(dirname(file), path)));
    const imports = paths.map(
      (path, at) => `import picture${at} from ${JSON.stringify(join(dirname(file), path))};`,
    );
    const pictures = paths.map((path, at) => `${JSON.stringify(path)}: picture${at}`);
    return [
      ...imports,
      `export default { text: ${JSON.stringify(text)}, pictures: { ${pictures.join(', ')} } };`,
    ].join('\n');
  },
};
