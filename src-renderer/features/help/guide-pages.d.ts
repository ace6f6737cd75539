/** The build turns a page of the docs into data: its text, and the built address of each of its pictures. */
declare module '*.md?guide' {
  import type { GuideText } from '#shared/domain/guide-text.ts';

  const page: {
    readonly text: GuideText;
    readonly pictures: Readonly<Record<string, string>>;
  };
  export default page;
}
