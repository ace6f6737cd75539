/** The build turns a page of the docs into data: its text, and the built address of each of its pictures. */
declare module '*.md?guide' {
  const page: {
    readonly text: import('#shared/domain/guide-text.ts').GuideText;
    readonly pictures: Readonly<Record<string, string>>;
  };
  export default page;
}
