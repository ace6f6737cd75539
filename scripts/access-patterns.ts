import { writeFileSync } from 'node:fs';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { accessPatternsPage } from './access-patterns/access-patterns-page.ts';

writeFileSync('docs/access-patterns.md', accessPatternsPage(Object.values(catalogue)));
